#include "workloads/import/portable_math.h"

namespace ngpcsim::workloads {

double portable_tan(double x) {
  const double x2 = x * x;
  double fraction = 39.0;
  for (double odd = 37.0; odd >= 1.0; odd -= 2.0) fraction = odd - x2 / fraction;
  return x / fraction;
}

double portable_log(double x) {
  constexpr double kLn2 = 0.693147180559945309417;
  double twos = 0.0;
  for (; x > 4.0 / 3.0; x *= 0.5) twos += 1.0;
  for (; x < 2.0 / 3.0; x *= 2.0) twos -= 1.0;
  const double z = (x - 1.0) / (x + 1.0);  // |z| <= 1/5, so the term after z^21 is below 1e-17
  const double z2 = z * z;
  double sum = 0.0;
  for (double odd = 21.0; odd >= 1.0; odd -= 2.0) sum = sum * z2 + 1.0 / odd;
  return twos * kLn2 + 2.0 * z * sum;
}

double portable_exp(double x) {
  const double reduced = x * 0x1p-7;  // |reduced| <= 1/2, so the term after reduced^14 / 14! is below 1e-16
  double sum = 1.0;
  for (double n = 14.0; n >= 1.0; n -= 1.0) sum = 1.0 + sum * reduced / n;
  for (int i = 0; i < 7; ++i) sum *= sum;
  return sum;
}

}  // namespace ngpcsim::workloads
