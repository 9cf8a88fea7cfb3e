// The line-ups of a match of teams: who sits at which board.

import { app, change, player, resultOf } from "../app.js";
import { button, h } from "../dom.js";
import { t } from "../words.js";
import { closePanel, show } from "./panel.js";

export function lineUpsPanel(match) {
  const { round } = app.shown;
  const { white, black, games } = round.boards.find(one => one.board === match);
  const sides = [white, black].map(player);
  const boards = Math.max(...round.boards.map(one => one.games.length)) || Math.min(...sides.map(one => one.team_members.length));
  const belongs = (team, number) => team.team_members.some(one => one.number === number);
  const seated = team => games.map(({ numbers }) => numbers.find(number => belongs(team, number)) ?? 0);
  const first = team => team.team_members.slice(0, boards).map(one => one.number);
  const now = sides.map(team => (games.length ? seated(team) : first(team)));
  const chosen = now.map(numbers => [...numbers, ...Array(boards).fill(0)].slice(0, boards));
  const seat = (numbers, board, number) => {
    const other = number ? numbers.indexOf(number) : -1;
    if (other >= 0) numbers[other] = numbers[board];
    numbers[board] = number;
    app.draw();
  };
  const use = async () => {
    const lost = games.filter((game, at) => resultOf(game) && !game.numbers.includes(0) && now.some((numbers, side) => numbers[at] !== chosen[side][at]));
    if (lost.length && !window.confirm(t("line-up-sure", { boards: lost.map(one => one.board).join("; ") }))) return;
    const lineUps = sides.map((team, side) => `${team.number}: ${chosen[side].map(number => number || "-").join(", ")}`);
    if (await change("enter", { round: round.number, results: {}, line_ups: lineUps, force: lost.length > 0 })) closePanel();
  };
  const choice = (team, side, board) => h("label", {}, h("span", {}, `${t("board")} ${board + 1}`),
    h("select", { value: chosen[side][board], onchange: event => seat(chosen[side], board, Number(event.target.value)), "data-key": `seat-${team.number}-${board + 1}` },
      h("option", { value: 0 }, t("empty-seat")), team.team_members.map(one => h("option", { value: one.number }, one.name || one.number))));
  show(t("line-ups"), () => [
    h("p", { class: "hint" }, t("line-up-hint")),
    sides.map((team, side) => h("section", {}, h("h3", {}, team.name), chosen[side].map((_, board) => choice(team, side, board)))),
    button(t("line-up-use"), use, { class: "main", "data-key": "line-up-use" }),
  ]);
}
