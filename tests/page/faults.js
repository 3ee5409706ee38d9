// What an eye would find on the page as it stands: targets too small for a finger, one over another, text that is cut,
// what is wider than its column, what lies half under the button of an act, notices over something to tap.
() => {
  const SMALLEST = 43.5; // pixels: 44 as they are rounded
  const over = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest(".unseen");
  const name = (one) => `${one.tagName.toLowerCase()}.${one.className?.baseVal ?? one.className}`;
  const called = (one) => `${name(one)} “${one.textContent.trim().slice(0, 40)}”`;
  const inText = ".link, .point, p a, input[type=radio], input[type=checkbox]"; // or inside of a target that is larger
  const finger = (one) => innerWidth < 1000 || !one.matches(".line");
  const all = [...over.querySelectorAll("button, a, input, select, summary, label.chip")]
    .filter((one) => seen(one) && !one.matches(inText))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0);
  const wrong = [];
  for (const [one, { width, height }] of all) {
    if (finger(one) && Math.min(width, height) < SMALLEST) wrong.push(`small, ${width} by ${height}: ${called(one)}`);
  }
  for (const [at, [one, a]] of all.entries()) {
    for (const [other, b] of all.slice(at + 1)) {
      if (one.parentElement !== other.parentElement) continue; // what stays on the screen lies over what scrolls
      const across = Math.max(a.left, b.left) - Math.min(a.right, b.right);
      const down = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
      if (Math.max(across, down) < 0) wrong.push(`over each other: ${called(one)} and ${called(other)}`);
    }
  }
  for (const one of over.querySelectorAll("*")) {
    if (!seen(one) || !one.textContent.trim()) continue;
    const { clipPath, textOverflow, overflowX } = getComputedStyle(one);
    if (clipPath !== "none" || textOverflow === "ellipsis") continue; // for ears alone, or cut on purpose
    if (["hidden", "clip"].includes(overflowX) && one.scrollWidth > one.clientWidth + 1) wrong.push(`cut: ${called(one)}`);
  }
  const slides = ".kinds, .pills, .chips, .scroll, pre, table, input, textarea"; // sideways, on purpose
  for (const one of over.querySelectorAll("*")) {
    if (!seen(one) || one.matches(slides)) continue;
    const { overflowX } = getComputedStyle(one);
    if (["auto", "scroll"].includes(overflowX) && one.scrollWidth > one.clientWidth + 1) wrong.push(`wider than its column: ${called(one)}`);
  }
  for (const one of over.querySelectorAll(".pool, .row, .card > header, .tag, .carries")) {
    const [inner, outer] = [one, one.parentElement].map((each) => each.getBoundingClientRect());
    const sticksOut = [...one.children].some((child) => seen(child) && child.getBoundingClientRect().right > inner.right + 1);
    if (seen(one) && (sticksOut || inner.right > outer.right + 1)) wrong.push(`sticks out: ${called(one)}`);
  }
  const go = over.querySelector(".pane-act > .act .go");
  if (go && seen(go)) {
    const edge = go.getBoundingClientRect().top;
    for (const one of go.parentElement.querySelectorAll(".odds p, .costs > *, .pill, .chip, .kinds > *")) {
      const { top, bottom } = one.getBoundingClientRect();
      if (seen(one) && !go.contains(one) && top < edge - 1 && bottom > edge + 1) wrong.push(`half under the button: ${called(one)}`);
    }
  }
  const notices = over.querySelector(".notices:not(:empty)");
  for (const [one, a] of notices ? all.filter(([one]) => !notices.contains(one)) : []) {
    const b = notices.getBoundingClientRect();
    const cut = one.closest(".column, .pane-act")?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
    const [top, bottom] = [Math.max(a.top, cut.top), Math.min(a.bottom, cut.bottom)];
    if (innerWidth >= 1000 && top < b.bottom - 1 && bottom > b.top + 1 && a.left < b.right - 1 && a.right > b.left + 1) wrong.push(`under a notice: ${called(one)}`);
  }
  return wrong;
}
