#!/usr/bin/env bash
# check_includes.sh: tests whether each file that uses a name of the standard library includes that name's header,
# itself or through headers of ours. The further headers that a standard header includes differ between compilers, so
# without this test only a build with another compiler would show a missing header.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
{
    cat <<'END'
algorithm   all_of any_of binary_search clamp copy copy_if copy_n count count_if equal equal_range fill fill_n find
algorithm   find_if find_if_not generate includes inplace_merge is_sorted lexicographical_compare lower_bound max
algorithm   max_element merge min min_element minmax minmax_element mismatch next_permutation none_of nth_element
algorithm   partial_sort partition remove_if replace reverse rotate search set_difference set_intersection
algorithm   shuffle sort stable_partition stable_sort transform unique upper_bound
array       array to_array
atomic      atomic atomic_bool atomic_ref memory_order memory_order_acquire memory_order_relaxed memory_order_release
bit         bit_cast bit_ceil bit_floor bit_width countl_zero countr_zero endian has_single_bit popcount rotl rotr
cctype      isalnum isalpha isdigit islower isprint ispunct isspace isupper isxdigit tolower toupper
charconv    chars_format from_chars to_chars
chrono      chrono::
cmath       ceil copysign exp fabs floor fma fmod frexp hypot ilogb isfinite isinf isnan ldexp llround log log10 log2
cmath       lround nearbyint nextafter pow round signbit sqrt trunc
condition_variable condition_variable condition_variable_any
cstdint     int16_t int32_t int64_t int8_t intptr_t uint16_t uint32_t uint64_t uint8_t uintmax_t uintptr_t
cstdio      fclose fflush fopen fprintf fputs fread fseek fwrite perror printf puts snprintf
cstdlib     abort atoi exit free getenv malloc quick_exit strtod strtof strtol strtoll strtoul strtoull system
cstring     memchr memcmp memcpy memmove memset strchr strcmp strerror strlen strncmp strrchr strstr
deque       deque
filesystem  filesystem::
fstream     fstream ifstream ofstream
functional  bit_and bit_or function greater hash invoke less multiplies not_fn plus ref reference_wrapper
iomanip     setfill setprecision setw
iostream    cerr cin clog cout
limits      numeric_limits
map         map multimap
memory      addressof make_shared make_unique shared_ptr to_address unique_ptr weak_ptr
mutex       call_once lock_guard mutex once_flag recursive_mutex scoped_lock unique_lock
numbers     numbers::
numeric     accumulate exclusive_scan gcd inclusive_scan inner_product iota lcm midpoint partial_sum reduce
optional    nullopt optional
queue       priority_queue queue
random      mt19937 mt19937_64 normal_distribution uniform_int_distribution uniform_real_distribution
regex       regex regex_match regex_replace regex_search smatch sregex_iterator
set         multiset set
span        as_bytes as_writable_bytes dynamic_extent span
sstream     istringstream ostringstream stringstream
stdexcept   domain_error invalid_argument length_error logic_error out_of_range runtime_error
string      getline stod stoi stol stoul stoull string to_string
string_view string_view
thread      jthread this_thread:: thread
tuple       apply make_tuple tie tuple tuple_size tuple_size_v
type_traits conditional_t decay_t invoke_result_t is_enum_v is_floating_point_v is_integral_v is_invocable_v is_same_v
type_traits is_signed_v is_unsigned_v is_void_v make_signed_t make_unsigned_t remove_cvref_t remove_reference_t
type_traits type_identity_t underlying_type_t
unordered_map unordered_map
unordered_set unordered_set
utility     as_const cmp_equal cmp_less exchange forward in_range index_sequence make_index_sequence make_pair move pair
utility     swap unreachable
variant     get_if holds_alternative monostate variant visit
vector      vector
END
    find algorithms bench cli compiler engine examples formats shaders support tests \
        -name '*.[hc]pp' -o -name '*.h' | sort
} | awk '
    # within(FILE, NAME): returns the file of ours that FILE includes as NAME, or nothing.
    function within(file, name,    path) {
        sub(/^vkalgo\//, "", name)
        if (name in ours) return name
        path = file
        sub(/[^\/]*$/, "", path)
        path = path name
        while (sub(/[^\/]+\/\.\.\//, "", path));
        return path in ours ? path : ""
    }
    # collect(FILE): adds to reached[] the headers that FILE includes.
    function collect(file,    count, names, i, next_file) {
        if (file in visited) return
        visited[file]
        count = split(includes[file], names, " ")
        for (i = 1; i <= count; i++) {
            next_file = within(file, names[i])
            if (next_file != "") collect(next_file); else reached[names[i]]
        }
    }
    / / { for (i = 2; i <= NF; i++) header[$i] = $1; next }
    { files[++total] = $0; ours[$0] }
    END {
        for (f = 1; f <= total; f++) {
            file = files[f]
            number = 0
            while ((getline line < file) > 0) {
                number++
                if (match(line, /^ *# *include *["<][^">]*/)) {
                    name = substr(line, RSTART, RLENGTH)
                    sub(/.*["<]/, "", name)
                    includes[file] = includes[file] " " name
                    continue
                }
                gsub(/"(\\.|[^"\\])*"/, "\"\"", line)
                sub(/\/\/.*/, "", line)
                while (match(line, /std::(ranges::)?[a-z0-9_]+(::)?/)) {
                    name = substr(line, RSTART + 5, RLENGTH - 5)
                    line = substr(line, RSTART + RLENGTH)
                    sub(/^ranges::/, "", name)
                    if (!(name in header)) sub(/::$/, "", name)
                    if (name in header && !((file, header[name]) in first)) {
                        first[file, header[name]] = file ":" number ": std::" name " needs #include <" header[name] ">"
                        needs[file] = needs[file] " " header[name]
                    }
                }
            }
            close(file)
        }
        for (f = 1; f <= total; f++) {
            split("", visited)
            split("", reached)
            collect(files[f])
            count = split(needs[files[f]], wanted, " ")
            for (i = 1; i <= count; i++)
                if (!(wanted[i] in reached)) { print first[files[f], wanted[i]]; bad = 1 }
        }
        exit bad
    }'
