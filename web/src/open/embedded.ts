/** Files inside of the page, which the command `gait page` and "Save as page" write. */
import { bytesOfBase64 } from "../packed";
import type { Found } from "./entries";

export const EMBEDDED = "script.gait-file[type='text/plain']";

/** The files in the page. Their elements are removed, which frees their texts. */
export function embeddedFiles(): Found[] {
  return [...document.querySelectorAll<HTMLScriptElement>(EMBEDDED)].map((element) => {
    const bytes = bytesOfBase64(element.textContent!.trim());
    element.remove();
    return { path: element.dataset.name ?? "", blob: new Blob([bytes as BlobPart]) };
  });
}
