/** Russian texts of the interface. */
import type { Texts } from "./text";

export const ru: Texts = {
  // --- the page ---
  "page.title": "Gait",
  "page.busy": "Подождите…",
  "page.language": "Язык",
  "page.help": "Клавиши и справка",
  "page.close": "Закрыть",
  "page.leave": "Несохранённые изменения будут потеряны.",
  "page.no-webassembly": "В этом браузере нет WebAssembly, без которого Gait не работает. Возьмите свежий Firefox, Chrome, Edge или Safari.",
  "page.failed": "Страница не запустилась: {reason}. Обновите её или возьмите свежий Firefox, Chrome, Edge или Safari.",

  // --- opening ---

  // --- the list of clips ---

  // --- the stage ---

  // --- time ---

  // --- edits ---

  // --- the right column ---

  // --- taking files away ---

  // --- help ---
};
