/** The state of the page: its parts, and what they use. Panels observe their signals. */
import { Comparison } from "./state/comparison";
import { Files } from "./state/files";
import { History } from "./state/history";
import { Models } from "./state/models";
import { Playback } from "./state/playback";
import { Selection } from "./state/selection";
import { Services } from "./state/services";
import { View } from "./state/view";

export class App extends Services {
  readonly files = new Files(this);
  readonly comparison = new Comparison(this, this.files);
  readonly models = new Models(this, this.files, this.comparison);
  readonly playback = new Playback();
  readonly selection = new Selection(this, this.files, this.comparison, this.models,
    this.playback);
  readonly history = new History(this, this.files, this.comparison, this.models, this.selection);
  readonly view = new View();
}
