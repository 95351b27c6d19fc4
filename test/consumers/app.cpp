// The same as C++17. SPDX-License-Identifier: Apache-2.0 OR MIT
#include "app.c"
