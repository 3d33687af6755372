// What `npm test -- --clock` preloads: the clock of the day, moved by a number of seconds (CLOCK_OFFSET). Nothing else is
// touched, neither waiting nor the monotonic clock, so time-outs end when they should. libfaketime tells the true time
// within a signal's handler that interrupts a wait, which is where PostgreSQL ends its time-outs.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static time_t offset;
static int (*real)(clockid_t, struct timespec *);

__attribute__((constructor)) static void start(void) {
  const char *given = getenv("CLOCK_OFFSET");
  offset = given ? atol(given) : 0;
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  if (!real) start();
  const int failed = real(clock, now);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += offset;
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec at;
  clock_gettime(CLOCK_REALTIME, &at);
  now->tv_sec = at.tv_sec;
  now->tv_usec = at.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec at;
  clock_gettime(CLOCK_REALTIME, &at);
  if (result) *result = at.tv_sec;
  return at.tv_sec;
}

int timespec_get(struct timespec *now, int base) {
  clock_gettime(CLOCK_REALTIME, now);
  return base;
}
