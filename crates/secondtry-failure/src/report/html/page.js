
'use strict';
(() => {
  const form = document.getElementById('filters');
  if (!form) return;
  const shown = document.getElementById('shown');
  const findings = [...document.querySelectorAll('.finding')];
  const texts = findings.map((finding) => finding.textContent.toLowerCase());
  const tools = [...document.querySelectorAll('.tool')];

  const apply = () => {
    const levels = [...form.querySelectorAll('[name=level]:checked')].map((box) => box.value);
    const known = form.elements.known ? form.elements.known.checked : true;
    const { rule, tool, text } = form.elements;
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    findings.forEach((finding, index) => {
      const is = finding.dataset;
      finding.hidden = !(levels.includes(is.level)
        && (known || !('known' in is))
        && (!rule.value || rule.value === is.rule)
        && (!tool.value || tool.value === is.tool)
        && words.every((word) => texts[index].includes(word)));
      if (!finding.hidden) count += 1;
    });
    for (const group of tools) group.hidden = !group.querySelector('.finding:not([hidden])');
    shown.value = `${count} of ${findings.length} shown`;
  };

  const reveal = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!target || !target.closest('[hidden]')) return;
    form.reset();
    if (form.elements.known) form.elements.known.checked = true;
    apply();
    target.scrollIntoView();
  };

  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(apply));
  addEventListener('hashchange', reveal);
  form.hidden = false;
  apply();
  reveal();
})();
