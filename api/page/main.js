// Where the page begins: which of its faces is shown, and nothing drawn before there is something true to draw.
import { html, render } from "./html.js";
import { StartPage } from "./come_in/start.js";
import { TablePage } from "./frame/table_page.js";
import { TABLE } from "./table/place.js";
import "./frame/theme.js";

render(html`<${TABLE ? TablePage : StartPage} />`, document.getElementById("page"));
