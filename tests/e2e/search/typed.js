document.addEventListener('readystatechange', () => {
  const box = document.querySelector('[data-first] input');
  if (document.readyState !== 'interactive' || !box) return;
  box.focus();
  box.value = 'dress';
});
