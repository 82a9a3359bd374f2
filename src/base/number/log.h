/* The natural logarithm, with the same bits on every machine, unlike that of libm. */
#ifndef GAITI_LOG_H
#define GAITI_LOG_H

/* Within 2 ulp for finite numbers of at least 2^-1022. */
double gaiti_log(double x);

#endif
