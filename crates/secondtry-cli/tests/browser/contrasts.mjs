// Runs in the page: the texts whose contrast is under 4.5 to 1 (WCAG 2.2, 1.4.3).
export function contrasts() {
  const light = (colour) => {
    const parts = colour.match(/[\d.]+/g).map(Number);
    if (parts.length === 4 && parts[3] === 0) return null;
    const [r, g, b] = parts.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => light(getComputedStyle(node).backgroundColor) ?? behind(node.parentElement);
  return [...document.querySelectorAll('body *')]
    .filter((node) => node.checkVisibility() && [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
    .filter((node) => {
      const [a, b] = [light(getComputedStyle(node).color), behind(node)].sort((x, y) => y - x);
      return (a + 0.05) / (b + 0.05) < 4.5;
    })
    .map((node) => `${node.tagName} ${node.className} ${node.textContent.slice(0, 20)}`);
}
