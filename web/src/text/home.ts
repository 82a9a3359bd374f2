/** The home of the project. Links to it are followed only when the user clicks on them. */
export const HOME = "https://github.com/gait-tools/gait";
