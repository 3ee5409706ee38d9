// A link as a picture that phones read; the library is fetched only when one is shown.
import { html, useEffect, useState } from "../html.js";

const EDGE = 4; // quiet modules around it, as readers want them

export function Qr({ text, says }) {
  const [path, setPath] = useState(null);
  useEffect(() => {
    let wanted = true;
    import("../vendor/qrcode.js").then(({ generate, correction, mode }) => {
      const code = generate(text, { minCorrectionLevel: correction.M, modes: [mode.ascii] });
      let drawn = "";
      for (let row = 0; row < code.size; row++) for (let column = 0; column < code.size; column++) if (code.get(column, row)) drawn += `M${column} ${row}h1v1h-1z`;
      if (wanted) setPath({ drawn, size: code.size });
    });
    return () => (wanted = false);
  }, [text]);
  if (!path) return html`<div class="qr" aria-busy="true"></div>`;
  return html`<svg class="qr" role="img" aria-label=${says} viewBox="${-EDGE} ${-EDGE} ${path.size + 2 * EDGE} ${path.size + 2 * EDGE}" shape-rendering="crispEdges"><path d=${path.drawn} /></svg>`;
}
