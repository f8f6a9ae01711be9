#pragma once

namespace canon::lab {

/// The style sheet of every page, but for the colours of plots in the dark: see dark_rules().
inline constexpr const char* page_style = R"(
:root { color-scheme: light dark; --ink: #1b1b1b; --soft: #5c5c5c; --ground: #ffffff;
  --rule: #d5d5d5; --band: #f6f7f8; --paper: #7a4a00; --published: #0b5394; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e4e4; --soft: #a3a3a3; --ground: #17191c; --rule: #3b3f45; --band: #1f2226;
    --paper: #e0b070; --published: #86bdf0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 84rem; padding: 1rem clamp(.7rem, 3vw, 2.5rem) 3rem;
  color: var(--ink); background: var(--ground); overflow-wrap: break-word;
  font: 1rem/1.5 system-ui, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 1rem 0 .3rem; }
h2 { font-size: 1.25rem; margin: 2.4rem 0 .5rem; padding-top: .7rem;
  border-top: 1px solid var(--rule); }
p, .notes { max-width: 48rem; }
.stamp, .source { color: var(--soft); font-size: .82rem; }
.source { margin: .3rem 0 1.4rem; }
code { font: .92em ui-monospace, "DejaVu Sans Mono", monospace; }
a { color: var(--published); }
.back { margin: .3rem 0; }
.contents, .glossary { font-size: .92rem; margin: .8rem 0; }
.contents ul { margin: .2rem 0; padding-left: 1.2rem; }
.contents > ul { columns: 24rem auto; column-gap: 2.5rem; }
.contents li { break-inside: avoid-column; }
.glossary summary { font-weight: 700; cursor: pointer; }
.glossary dl { columns: 24rem auto; column-gap: 2.5rem; margin: .3rem 0 0; }
.glossary dl div { break-inside: avoid-column; margin-bottom: .3rem; }
.glossary dt, .glossary dd { display: inline; margin: 0; }
.glossary dt { font-weight: 600; }
.glossary dt::after { content: ":"; }
.scroll { overflow-x: auto; margin: .4rem 0 0; }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; }
.title { padding: .3rem 0 .1rem; max-width: 48rem; }
.title b, .title span { display: block; }
.title span { color: var(--soft); font-size: .92rem; }
th, td { padding: .25rem .65rem; text-align: right; white-space: nowrap; }
th { white-space: normal; font-weight: 600; border-bottom: 1px solid var(--ink); vertical-align: bottom; }
th.group { text-align: center; border-bottom: 1px solid var(--rule); }
tbody tr { background: var(--ground); }
tbody tr:nth-child(even) { background: var(--band); }
/* The names of the rows stay in sight while the other columns scroll. */
tbody td:first-child, thead tr:last-child th:first-child { position: sticky; left: 0; z-index: 1; }
tbody td:first-child { background: inherit; }
thead tr:last-child th:first-child { background: var(--ground); }
tbody tr:last-child td { border-bottom: 1px solid var(--ink); }
.left { text-align: left; }
td { vertical-align: top; }
.words { white-space: normal; min-width: 12rem; max-width: 36rem; }
.published { color: var(--published); }
.paper { color: var(--paper); font-style: italic; }
.note { color: var(--soft); font-size: .85em; font-style: normal; }
.first { border-left: 1px solid var(--rule); }
.notes { margin: .5rem 0 0; padding-left: 1.2rem; font-size: .92rem; }
.plots { display: grid; gap: 1.8rem 2rem; margin: 1rem 0;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 34rem), 1fr)); }
figure { margin: 0; max-width: 52rem; container-type: inline-size; }
.drawing { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .4rem .8rem;
  align-items: center; }
.drawing > svg { display: block; width: 100%; height: auto; }
.legend { list-style: none; margin: 0; padding: 0; max-width: 12rem; font-size: .85rem;
  line-height: 1.3; }
.legend li { display: flex; gap: .5rem; align-items: baseline; margin: .25rem 0; }
.sample { flex: none; width: 28px; height: 12px; }
@container (max-width: 30rem) {
  .drawing { grid-template-columns: minmax(0, 1fr); }
  .legend { order: -1; max-width: none; display: flex; flex-wrap: wrap; gap: 0 1rem; } }
figcaption { font-size: .92rem; margin-top: .4rem; }
.missing { border: 1px dashed var(--rule); padding: 1rem; color: var(--soft); }
@media (max-width: 40rem) {
  th, td { padding: .25rem .4rem; }
  td.left { white-space: normal; }
  tbody td:first-child { max-width: 9.5rem; }
  .words { min-width: 7.5rem; } }
@media print { .scroll { overflow: visible; } h2 { break-after: avoid; } figure { break-inside: avoid; } }
)";

} // namespace canon::lab
