#pragma once

namespace canon::lab {

/// The style sheet of every page. Plots keep a white ground in the dark: gnuplot's ink is black.
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
.scroll { overflow-x: auto; margin: .4rem 0 0; }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; }
.title { padding: .3rem 0 .1rem; max-width: 48rem; }
.title b, .title span { display: block; }
.title span { color: var(--soft); font-size: .92rem; }
th, td { padding: .25rem .65rem; text-align: right; white-space: nowrap; }
th { white-space: normal; font-weight: 600; border-bottom: 1px solid var(--ink); vertical-align: bottom; }
th.group { text-align: center; border-bottom: 1px solid var(--rule); }
tbody tr:nth-child(even) { background: var(--band); }
tbody tr:last-child td { border-bottom: 1px solid var(--ink); }
.left { text-align: left; }
td { vertical-align: top; }
.words { white-space: normal; min-width: 12rem; max-width: 36rem; }
.published { color: var(--published); }
.paper { color: var(--paper); font-style: italic; }
.note { color: var(--soft); font-size: .85em; font-style: normal; }
.first { border-left: 1px solid var(--rule); }
.notes { margin: .5rem 0 0; padding-left: 1.2rem; font-size: .92rem; }
.plots { display: grid; gap: 1.4rem; margin: 1rem 0;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); }
figure { margin: 0; max-width: 46rem; }
figure svg { display: block; width: 100%; height: auto; background: #fff; border-radius: 4px; }
figcaption { font-size: .92rem; margin-top: .4rem; }
.missing { border: 1px dashed var(--rule); padding: 1rem; color: var(--soft); }
@media print { .scroll { overflow: visible; } h2 { break-after: avoid; } figure { break-inside: avoid; } }
)";

} // namespace canon::lab
