# Time per graph against its size: LAPACK, lanes, and what the core could do at best.
#     build/bin/bench_batched --data=batched.tsv
#     gnuplot -e "data='batched.tsv'; picture='docs/plots/batched.svg'" docs/plots/batched.gnuplot
# Columns of the data after n: for each solver measured, fitted, limit.
set terminal svg size 860,480 font "sans-serif,13" background "white"
set output picture
set datafile separator tab
set logscale xy
set xlabel "vertices per graph"
set ylabel "microseconds of processor time per graph"
set xtics (8, 16, 23, 32, 48, 64, 96, 128)
set xrange [7:146]
set key outside right top reverse Left
set grid ytics lc rgb "#dddddd"
stats data skip 1 using 1 nooutput
columns = int(STATS_columns)
solvers = (columns - 1) / 3
colour(i) = word("#444444 #e69f00 #0072b2 #009e73", i)
title(i) = word("dsyevd 2 4 8", i) . (i == 1 ? "" : " lanes")
plot for [i=1:solvers] data skip 1 using 1:(column(3 * i - 1)) with points pt 7 ps 0.7 \
       lc rgb colour(i) title title(i), \
     for [i=1:solvers] data skip 1 using 1:(column(3 * i)) with lines lw 1.5 \
       lc rgb colour(i) notitle, \
     for [i=2:solvers] data skip 1 using 1:(column(3 * i + 1)) with lines dt 2 \
       lc rgb colour(i) title "FMA peak, " . title(i)
