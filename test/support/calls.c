/* Writes down what a program asks of the system for its files, when it is loaded in front of the C
 * library: a line in the file $KSIG_CALLS for each write, fsync, link and rename, with the number
 * of the file's inode. Where $KSIG_FSYNC is "fails", so does fsync.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static ssize_t (*real_write)(int, const void *, size_t);

static void note(const char *what, const struct stat *file, const char *name) {
    const char *const place = getenv("KSIG_CALLS");
    char line[4200];
    const int log = place ? open(place, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (log < 0)
        return;
    const int length =
        snprintf(line, sizeof line, "%s %llu %s\n", what, (unsigned long long)file->st_ino, name);
    if (real_write == NULL)
        *(void **)&real_write = dlsym(RTLD_NEXT, "write");
    if (length > 0)
        (void)!real_write(log, line, (size_t)length);
    (void)close(log);
}

static int noted(const char *what, const char *name, int folder, int result) {
    struct stat file;
    const int error = errno;
    if (result == 0 && fstatat(folder, name, &file, AT_SYMLINK_NOFOLLOW) == 0)
        note(what, &file, name);
    errno = error;
    return result;
}

ssize_t write(int handle, const void *data, size_t length) {
    struct stat file;
    if (real_write == NULL)
        *(void **)&real_write = dlsym(RTLD_NEXT, "write");
    if (fstat(handle, &file) == 0 && S_ISREG(file.st_mode))
        note("write", &file, "");
    return real_write(handle, data, length);
}

static int synced(const char *name, int handle) {
    int (*real)(int) = NULL;
    struct stat file;
    if (getenv("KSIG_FSYNC") && strcmp(getenv("KSIG_FSYNC"), "fails") == 0) {
        errno = EIO;
        return -1;
    }
    *(void **)&real = dlsym(RTLD_NEXT, name);
    const int result = real(handle);
    if (result == 0 && fstat(handle, &file) == 0)
        note("fsync", &file, "");
    return result;
}

int fsync(int handle) { return synced("fsync", handle); }

int fdatasync(int handle) { return synced("fdatasync", handle); }

int link(const char *from, const char *to) {
    int (*real)(const char *, const char *) = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "link");
    return noted("link", to, AT_FDCWD, real(from, to));
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    int (*real)(int, const char *, int, const char *, int) = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "linkat");
    return noted("link", to, to_folder, real(from_folder, from, to_folder, to, flags));
}

int rename(const char *from, const char *to) {
    int (*real)(const char *, const char *) = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "rename");
    return noted("rename", to, AT_FDCWD, real(from, to));
}
