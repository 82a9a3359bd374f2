/** Saves the page with files inside of it, as the command `gait page` does. */
import type { App } from "../app";
import { EMBEDDED } from "../open/embedded";
import type { Doc } from "../state/doc";
import { text } from "../text/text";

const MARK = "gait:files";
const PLACE = "gait:place-of-files";

/** The page in one file as it was before any script changed it; null: the hosted page. */
const source = copyOfPage();

function copyOfPage(): HTMLElement | null {
  const script = document.currentScript as HTMLScriptElement | null;
  if (script?.src) {
    return null;
  }
  const page = document.documentElement.cloneNode(true) as HTMLElement;
  page.querySelector("body")!.normalize();
  const end = page.querySelector("body")!.lastChild;
  if (end?.nodeType === Node.TEXT_NODE) {
    end.nodeValue = "\n"; // with the white space behind the body, which would grow each time
  }
  return page;
}

/** The text of this page before and after the place of files. */
function splitPage(page: HTMLElement): [string, string] {
  const body = page.querySelector("body")!;
  const place = document.createComment(PLACE);
  const embedded = [...body.querySelectorAll(EMBEDDED)];
  const mark = [...body.childNodes].find((node) => node.nodeType === Node.COMMENT_NODE &&
    node.nodeValue === MARK);
  (mark ?? embedded[0] ?? [...body.querySelectorAll("script")].at(-1)!).before(place);
  mark?.remove();
  embedded.forEach((element) => element.remove());
  return splitAt(`<!doctype html>\n${page.outerHTML}\n`, PLACE)!;
}

/** The parts of a text before and after a comment, or null. */
function splitAt(html: string, comment: string): [string, string] | null {
  const mark = `<!--${comment}-->`;
  const at = html.indexOf(mark);
  return at < 0 ? null : [html.slice(0, at), html.slice(at + mark.length)];
}

/** The page in one file, without files: this page, or the file beside the hosted page. */
async function pageInOneFile(): Promise<[string, string]> {
  if (source) {
    return splitPage(source.cloneNode(true) as HTMLElement);
  }
  const response = await fetch(new URL("gait.html", document.baseURI));
  const parts = response.ok ? splitAt(await response.text(), MARK) : null;
  if (!parts) {
    throw new Error(text("export.no-page"));
  }
  return parts;
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = reader.result as string;
      resolve(address.slice(address.indexOf(",") + 1));
    };
    reader.onerror = () => reject(new Error(text("open.unreadable")));
    reader.readAsDataURL(blob);
  });
}

const escaped = (name: string): string => name.replace(/&/g, "&amp;").replace(/"/g, "&quot;")
  .replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** The page with files inside, the one that is shown first. */
export async function pageWith(docs: readonly Doc[]): Promise<Blob> {
  const [before, after] = await pageInOneFile();
  const parts: BlobPart[] = [before];
  for (const { path, blob } of docs) {
    parts.push(`<script type="text/plain" class="gait-file" data-name="${escaped(path)}">`,
      blob.size > 0 ? await base64Of(blob) : "", "</script>");
  }
  return new Blob([...parts, after], { type: "text/html" });
}

/** A file with those that contain its skeleton and its keys. */
export function docsWith(app: App, doc: Doc): Doc[] {
  const { candidates, companions } = app.models.input(doc);
  const ids = [...candidates, ...companions].map(({ id }) => id);
  return [doc, ...app.files.docs.value.filter((one) => one !== doc && ids.includes(one.id))];
}
