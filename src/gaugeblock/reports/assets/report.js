"use strict";
(() => {
  const form = document.getElementById("filters");
  const cases = [...document.querySelectorAll("#list > article")];
  const count = document.getElementById("count");
  const none = document.getElementById("none");

  const fits = (article, { status, dimension, topic }) =>
    (!status || article.dataset.status === status) &&
    (!topic || article.dataset.topic === topic) &&
    (!dimension || article.dataset.attention.split(" ").includes(dimension));

  const apply = () => {
    const wanted = Object.fromEntries(new FormData(form));
    let shown = 0;
    for (const article of cases) {
      article.hidden = !fits(article, wanted);
      shown += article.hidden ? 0 : 1;
    }
    count.textContent = `${shown} of ${cases.length} cases shown`;
    none.hidden = shown > 0 || cases.length === 0;
  };

  // A link to a case that the filters hide shows it again.
  const reveal = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const article = target && target.closest("article[hidden]");
    if (article) {
      form.reset();
      target.scrollIntoView();
    }
  };

  form.addEventListener("change", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", reveal);
  form.hidden = cases.length === 0;
  apply();
})();
