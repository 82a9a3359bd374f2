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
  "stage.canvas": "Фигура. Тяните мышью, чтобы повернуть вид; щёлкните по кости, чтобы выбрать её. Ctrl и стрелки поворачивают вид, вместе с Shift сдвигают его, Page Up и Page Down меняют масштаб.",
  "stage.tools": "Вид",
  "stage.view-front": "Вид спереди",
  "stage.view-side": "Вид сбоку",
  "stage.view-top": "Вид сверху",
  "stage.view-perspective": "Перспектива",
  "stage.frame": "Показать фигуру целиком",
  "stage.names": "Имена костей",
  "stage.grid": "Сетка",
  "stage.root-motion": "Движение корня",
  "stage.trail": "След выбранной кости",
  "stage.wall": "Стена всех анимаций",
  "stage.short-front": "Спереди",
  "stage.short-side": "Сбоку",
  "stage.short-top": "Сверху",
  "stage.short-perspective": "Персп.",
  "stage.short-frame": "Целиком",
  "stage.short-names": "Имена",
  "stage.short-grid": "Сетка",
  "stage.short-root": "Корень",
  "stage.short-trail": "След",
  "stage.short-wall": "Стена",
  "stage.speed": "{bone}: {speed} м/с",
  "stage.skeleton-title": "Показать скелет этого файла",
  "stage.skeleton-builtin": "скелет: встроенный {name}",
  "stage.skeleton-from": "скелет: из {file}",
  "stage.skeleton-own": "скелет: в {file}",
  "stage.skeleton-unknown": "скелет: неизвестен",
  "stage.skeleton-assumed": ", предположительно",
  "stage.skeleton-chosen": ", выбран",
  "stage.findings": "Показать замечания по этому файлу",
  "stage.errors": { one: "{n} ошибка", few: "{n} ошибки", many: "{n} ошибок", other: "{n} ошибки" },
  "stage.warnings": { one: "{n} предупреждение", few: "{n} предупреждения", many: "{n} предупреждений", other: "{n} предупреждения" },
  "stage.no-webgl": "В этом браузере нет WebGL 2, а без него фигуру не нарисовать. Включите аппаратное ускорение в настройках или возьмите свежий Firefox, Chrome, Edge или Safari.",
  "stage.lost": "Видеодрайвер перестал рисовать. Фигура вернётся, когда он снова заработает; если этого не случится, обновите страницу.",
  "stage.no-pose": "Позы этой анимации нельзя вычислить: её скелет неизвестен.",
  "stage.no-pivots": "Суставы показаны там, куда их ставят ключи: исходные положения костей неизвестны.",
  "stage.no-parents": "Показаны только суставы: родители костей неизвестны.",
  "stage.needs-config": "Откройте model.cfg с этим скелетом и его .p3d или выберите скелет на вкладке «Файл».",
  "stage.needs-model": "Откройте модель .ogf с этим скелетом или выберите скелет на вкладке «Файл».",
  "stage.wall-title": { one: "{n} анимация из {file}", few: "{n} анимации из {file}", many: "{n} анимаций из {file}", other: "{n} анимации из {file}" },
  "stage.wall-clips": "Анимации",
  "stage.wall-size": "Размер фигур",
  "stage.wall-close": "Закрыть",
  "stage.wall-failed": "нет скелета",

  // --- time ---

  // --- edits ---

  // --- the right column ---

  // --- taking files away ---

  // --- help ---
};
