/** Drops and pastes anywhere on the page. */
import { byId, make } from "../dom";
import { language, text } from "../text/text";
import { filesOfTransfer, type Found } from "./entries";

const has = (transfer: DataTransfer | null, type: string): transfer is DataTransfer =>
  transfer !== null && transfer.types.includes(type);

/** Files; or addresses, for which the browser would leave the page. WebKitGTK gives only these. */
const isTaken = (transfer: DataTransfer | null): transfer is DataTransfer =>
  has(transfer, "Files") || has(transfer, "text/uri-list");

/** Calls the function with the files of each drop and paste. `isShifted`: Shift is held. */
export function listenToDrops(receive: (found: Promise<Found[]>, isShifted: boolean) => void): void {
  const target = make("div", { class: "drop-target", hidden: true, "aria-hidden": "true" });
  byId("app").after(target);
  language.observe(() => {
    target.replaceChildren(make("p", {}, text("open.drop-here")),
      make("p", { class: "dim" }, text("open.drop-shift")));
  });
  addEventListener("dragover", (event) => {
    if (isTaken(event.dataTransfer)) {
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      target.hidden = false;
      target.classList.toggle("is-adding", event.shiftKey);
    }
  });
  addEventListener("dragenter", (event) => {
    if (isTaken(event.dataTransfer)) {
      event.preventDefault();
      target.hidden = false;
    }
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) {
      target.hidden = true;
    }
  });
  addEventListener("drop", (event) => {
    target.hidden = true;
    if (isTaken(event.dataTransfer)) {
      event.preventDefault();
      receive(filesOfTransfer(event.dataTransfer), event.shiftKey);
    }
  });
  addEventListener("paste", (event) => {
    if (has(event.clipboardData, "Files")) {
      event.preventDefault();
      receive(filesOfTransfer(event.clipboardData), false);
    }
  });
}
