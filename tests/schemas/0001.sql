BEGIN TRANSACTION;
CREATE TABLE calls (
	run_number INTEGER NOT NULL, 
	case_id TEXT NOT NULL, 
	dimension TEXT NOT NULL, 
	trial INTEGER NOT NULL, 
	attempt INTEGER NOT NULL, 
	reply TEXT, 
	error TEXT NOT NULL, 
	finish_reason TEXT NOT NULL, 
	served_model TEXT NOT NULL, 
	fingerprint TEXT NOT NULL, 
	prompt_tokens BIGINT, 
	completion_tokens BIGINT, 
	latency_ms DOUBLE, 
	retries INTEGER NOT NULL, 
	at DATETIME, 
	CONSTRAINT pk_calls PRIMARY KEY (run_number, case_id, dimension, trial, attempt), 
	CONSTRAINT fk_calls_run_cases FOREIGN KEY(run_number, case_id) REFERENCES run_cases (run_number, case_id) ON DELETE CASCADE
);
INSERT INTO "calls" VALUES(1,'a','tone',2,2,'{"tone": {"verdict": "pass"}}','429 too many requests','stop','gpt-5-mini-2026-08-07','fp_1',5000000000,0,51.7,2,'2026-12-01 10:15:30.123456');
CREATE TABLE case_texts (
	digest TEXT NOT NULL, 
	record TEXT NOT NULL, 
	CONSTRAINT pk_case_texts PRIMARY KEY (digest)
);
INSERT INTO "case_texts" VALUES('digest of a','{"id":"a","input":"ask a"}');
CREATE TABLE certificates (
	judge_digest TEXT NOT NULL, 
	record TEXT NOT NULL, 
	CONSTRAINT pk_certificates PRIMARY KEY (judge_digest)
);
CREATE TABLE gaugeblock_schema (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT gaugeblock_schema_pkc PRIMARY KEY (version_num)
);
INSERT INTO "gaugeblock_schema" VALUES('0001');
CREATE TABLE labels (
	suite TEXT NOT NULL, 
	case_id TEXT NOT NULL, 
	dimension TEXT NOT NULL, 
	labeller TEXT NOT NULL, 
	label TEXT NOT NULL, 
	labelled_at TEXT NOT NULL, 
	known_bad BOOLEAN NOT NULL, 
	note TEXT NOT NULL, 
	place TEXT NOT NULL, 
	CONSTRAINT pk_labels PRIMARY KEY (suite, case_id, dimension, labeller)
);
CREATE TABLE long_names (
	"key" TEXT NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_long_names PRIMARY KEY ("key")
);
CREATE TABLE overrides (
	run_number INTEGER NOT NULL, 
	case_id TEXT NOT NULL, 
	dimension TEXT NOT NULL, 
	label TEXT NOT NULL, 
	who TEXT NOT NULL, 
	why TEXT NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_overrides PRIMARY KEY (run_number, case_id, dimension), 
	CONSTRAINT fk_overrides_run_cases FOREIGN KEY(run_number, case_id) REFERENCES run_cases (run_number, case_id) ON DELETE CASCADE
);
CREATE TABLE run_cases (
	run_number INTEGER NOT NULL, 
	case_id TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	topic TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	CONSTRAINT pk_run_cases PRIMARY KEY (run_number, case_id), 
	CONSTRAINT fk_run_cases_runs FOREIGN KEY(run_number) REFERENCES runs (number) ON DELETE CASCADE
);
INSERT INTO "run_cases" VALUES(1,'a',0,'billing','digest of a');
CREATE TABLE runs (
	number INTEGER NOT NULL, 
	id TEXT NOT NULL, 
	suite TEXT NOT NULL, 
	started_at DATETIME NOT NULL, 
	finished_at DATETIME, 
	outcome VARCHAR(32), 
	exit_code INTEGER, 
	header TEXT NOT NULL, 
	warnings TEXT NOT NULL, 
	CONSTRAINT pk_runs PRIMARY KEY (number), 
	CONSTRAINT uq_runs_id UNIQUE (id)
);
INSERT INTO "runs" VALUES(1,'run-1','carepoint','2026-12-01 10:15:30.123456',NULL,NULL,NULL,'{"gaugeblock_version":"0.1.0","target":"recorded","judge_model":"","judge_digest":"","judge_parts":{},"judge_is_rules":false,"rubric":{"name":"r","dimensions":[{"name":"tone"},{"name":"accuracy"}]},"rubric_digest":"","golden_digest":"","cases":0,"trials":1,"granularity":"per_case","partial":false,"selection":"","policy":null,"accepted_uncertified":false,"accepted_reason":"","require_measurement":false,"store_raw":true}','[]');
CREATE TABLE verdicts (
	run_number INTEGER NOT NULL, 
	case_id TEXT NOT NULL, 
	dimension TEXT NOT NULL, 
	trial INTEGER NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	score DOUBLE, 
	raw_score TEXT, 
	reason VARCHAR(64), 
	detail TEXT NOT NULL, 
	evidence TEXT NOT NULL, 
	repairs TEXT NOT NULL, 
	topic TEXT NOT NULL, 
	origin VARCHAR(16) NOT NULL, 
	level TEXT NOT NULL, 
	judge_digest TEXT NOT NULL, 
	at DATETIME, 
	CONSTRAINT pk_verdicts PRIMARY KEY (run_number, case_id, dimension, trial), 
	CONSTRAINT fk_verdicts_run_cases FOREIGN KEY(run_number, case_id) REFERENCES run_cases (run_number, case_id) ON DELETE CASCADE
);
INSERT INTO "verdicts" VALUES(1,'a','reasoning',3,'failed',0.25,'0.3',NULL,'the judge added words','[{"quote":"ten days","where":"source:policy","start":4,"end":12,"verified":true,"gap":false},{"quote":"never \u2026 said","where":null,"start":null,"end":null,"verified":false,"gap":true}]','["fences removed","a trailing comma removed"]','billing','damaged','integration','abababababababababababababababababababababababababababababababab','2026-12-01 10:15:30.123456');
CREATE INDEX ix_runs_suite_started_at ON runs (suite, started_at);
CREATE INDEX ix_runs_started_at ON runs (started_at);
CREATE INDEX ix_run_cases_run_number_position ON run_cases (run_number, position);
CREATE INDEX ix_verdicts_run_number_dimension_status ON verdicts (run_number, dimension, status);
CREATE INDEX ix_verdicts_dimension_topic_at_status ON verdicts (dimension, topic, at, status);
COMMIT;
