/* The natural logarithm from + - * / only. */
#include "base/number/log.h"

#include "base/bits.h"

enum { LOG_TERMS = 12 }; /* the first omitted term is below 2^-65 */

/* x = m 2^e with m between sqrt(1/2) and sqrt(2), and log(m) = 2 artanh((m - 1) / (m + 1)). */
double gaiti_log(double x) {
    const double log_2_high = 0x1.62e42feep-1, log_2_low = 0x1.a39ef35793c76p-33;
    uint64_t bits = gaiti_bits_of_f64(x);
    int e = (int)(bits >> 52) - 1023;
    double m = gaiti_f64_of_bits((bits & 0xFFFFFFFFFFFFFu) | (uint64_t)1023 << 52);
    if (m > 0x1.6a09e667f3bcdp+0) {
        m /= 2;
        e++;
    }
    double s = (m - 1) / (m + 1), z = s * s, sum = 0;
    for (int k = LOG_TERMS; k > 0; k--) {
        sum = (sum + 1.0 / (2 * k + 1)) * z;
    }
    return e * log_2_high + (2 * s + (2 * s * sum + e * log_2_low));
}
