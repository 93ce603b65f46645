//! problem  transportation
//! about    shipping from up to three supplies to what each destination demands: the least cost
//! pattern  RDU
//! cell     u64
//! input    demand u32[] in 0 .. 4000
//! input    c1 u32[len(demand)]
//! input    c2 u32[len(demand)]
//! input    c3 u32[len(demand)]
//! param    s1 u32
//! param    s2 u32
//! param    s3 u32 0
//! default  s1 (sum(demand) + 1) / 2
//! default  s2 sum(demand) / 2
//! rows     len(demand) + 1
//! columns  (s1 + 1) * (s2 + 1) * (s3 + 1)
//! base     last-row 1
//! bound    sum(demand) * (sum(c1) + sum(c2) + sum(c3))
//! answer   last
//! random   demand[(n + 7) / 8] 0 .. 2
//! random   c1, c2, c3 1 .. 100
//! files    csv demand, c1, c2, c3: one row for each destination, and what a unit from supply s1, s2 and s3 costs
//! label    cost
//! overflow give smaller costs
//! solution path

// M(i, j): the least cost of the destinations from i on if y1, y2 and y3 are left of the supplies s1, s2 and s3. The
// column j holds these as one number, (y1 * (s2 + 1) + y2) * (s3 + 1) + y3.
cell_t base(int i, int j) { return cell_t(0); }

//! reduce   min k = 0 .. (min(int(demand(i)), j / int((s2 + 1u) * (s3 + 1u))) + 1) * int(demand(i) + 1u) - 1
// Destination i gets x1 units from the first supply, x2 from the second, and the rest of its demand from the third. The
// decision is k = x1 * (demand + 1) + x2, where x1 is at most what is left of the first supply. Of equally good
// decisions the least is taken.
cell_t term(int i, int k, int j) {
    const uint all = demand(i), x1 = uint(k) / (all + 1u), x2 = uint(k) % (all + 1u), x3 = all - x1 - x2;
    if (x1 + x2 > all) return INFEASIBLE;
    const uint y3 = uint(j) % (s3 + 1u), y2 = uint(j) / (s3 + 1u) % (s2 + 1u), y1 = uint(j) / (s3 + 1u) / (s2 + 1u);
    if (x1 > y1 || x2 > y2 || x3 > y3) return INFEASIBLE;
    const cell_t here = cell_t(x1) * c1(i) + cell_t(x2) * c2(i) + cell_t(x3) * c3(i);
    return plus(at(i + 1, j - int((x1 * (s2 + 1u) + x2) * (s3 + 1u) + x3)), here);
}
