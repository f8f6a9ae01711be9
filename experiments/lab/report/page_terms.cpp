#include "report/page.hpp"
#include "report/page_parts.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace canon::lab {
namespace {

struct Term {
  const char *name, *meaning;
};

constexpr std::array terms = {
    Term{"PE", "positional encoding: columns that give every vertex of a graph a position"},
    Term{"LapPE", "Laplacian positional encoding: the leading eigenvectors of a graph's normalised "
                  "adjacency or Laplacian matrix as features of its vertices"},
    Term{"MAP", "maximal axis projection, the paper's method: signs and bases of eigenvectors are "
                "fixed by the projections of the coordinate axes onto the eigenspace"},
    Term{"complete canonization", "continues where MAP fails: ties are broken by a canonical "
                                  "labelling of the graph (level `label`), so that graph and "
                                  "encoding are unique up to automorphism"},
    Term{"chosen model", "in each run the width (10 or 64) and the learning rate (0.001 or 0.01) "
                         "that do best on the validation split; the other rows keep the paper's "
                         "width of 10"},
    Term{"RS", "random signs: every eigenvector is multiplied by +1 or −1 at random in training"},
    Term{"SignNet", "a network that is invariant to signs by design: φ(v) + φ(−v)"},
    Term{"RSE", "reweighted spectral embedding: eigenvectors times the roots of their eigenvalues, "
                "U √Λ, as features of the vertices; here the first k columns, canonized as the row "
                "says"},
    Term{"RNI", "random node initialisation: features of the vertices drawn again in every pass"},
    Term{"EXP", "a data set of pairs of graphs (Abboud et al. 2021) that colour refinement cannot "
                "distinguish"},
    Term{"A1", "Assumption 1 of the paper: some summary vector is not orthogonal to the "
               "eigenvector, so that its sign can be fixed"},
    Term{"A2", "Assumption 2: an eigenspace has at least as many axis classes as dimensions"},
    Term{"A3",
         "Assumption 3: no summary vector is orthogonal to what the basis vectors before it leave "
         "of the eigenspace"},
    Term{"GCN", "graph convolutional network (Kipf and Welling 2017)"},
    Term{"GIN", "graph isomorphism network (Xu et al. 2019)"},
    Term{"GatedGCN", "residual gated graph network (Bresson and Laurent 2017)"},
    Term{"PNA", "principal neighbourhood aggregation, a graph network (Corso et al. 2020)"},
    Term{"SAN", "spectral attention network, a graph transformer (Kreuzer et al. 2021)"},
    Term{"GraphiT", "a graph transformer with a kernel on the graph (Mialon et al. 2021)"},
    Term{"MAE", "mean absolute error; lower is better"},
    Term{"ROC-AUC", "area under the receiver operating characteristic; higher is better"},
    Term{"AP", "average precision; higher is better"},
    Term{"BREC", "400 pairs of graphs that are hard to distinguish (Wang and Zhang 2024)"},
    Term{"CSL", "circular skip links: regular graphs in 10 classes (Murphy et al. 2019)"},
    Term{"SR25", "the 15 strongly regular graphs with parameters (25, 12, 5, 6)"},
    Term{"CEXP",
         "EXP's pairs changed so that colour refinement distinguishes half of them (Abboud et "
         "al. 2021)"},
    Term{"CFI", "pairs of graphs by the construction of Cai, Fürer and Immerman (1992), hard for "
                "colour refinement of any dimension"},
    Term{"GOE", "Gaussian orthogonal ensemble: symmetric matrices with normal entries"},
    Term{"KS", "Kolmogorov–Smirnov: the largest difference between two distribution functions"},
};

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

bool occurs(std::string_view term, std::string_view words) {
  for (std::size_t at = words.find(term); at != std::string_view::npos;
       at = words.find(term, at + 1)) {
    const std::size_t end = at + term.size();
    if ((at == 0 || !is_letter(words[at - 1])) && (end == words.size() || !is_letter(words[end])))
      return true;
  }
  return false;
}

} // namespace

std::string paper_html() {
  return "<p class=\"source\">“The paper” on this page: George Ma, Yifei Wang, Yisen Wang, "
         "<a href=\"https://arxiv.org/abs/2310.18716\">Laplacian Canonization: A Minimalist "
         "Approach to Sign and Basis Invariant Spectral Embedding</a>, NeurIPS 2023.</p>\n";
}

std::string glossary_html(const std::string& words) {
  std::string text;
  for (const Term& term : terms)
    if (occurs(term.name, words))
      text += "<div><dt>" + html_escaped(term.name) + "</dt> <dd>" + html_prose(term.meaning) +
              ".</dd></div>\n";
  if (text.empty()) return text;
  return "<details class=\"glossary\" id=\"glossary\" open>\n<summary>Glossary</summary>\n<dl>\n" +
         text + "</dl>\n</details>\n";
}

} // namespace canon::lab
