/* Where a host forbids more open files than Elasticsearch asks for, several nodes would not start.
 * Says that the limit is 65,536; the walk's nodes need some hundred. */
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int getrlimit(__rlimit_resource_t which, struct rlimit *limit) {
    int done = syscall(SYS_prlimit64, 0, which, NULL, limit);
    if (!done && which == RLIMIT_NOFILE && limit->rlim_max < 65536)
        limit->rlim_cur = limit->rlim_max = 65536;
    return done;
}
int getrlimit64(__rlimit_resource_t which, struct rlimit64 *limit) {
    return getrlimit(which, (struct rlimit *)limit);
}
