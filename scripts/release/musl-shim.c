/*
 * The symbols of glibc that Debian's libstdc++ and libgcc_s need and musl does not have. With them an executable for musl
 * runs on Debian's musl, which comes without a C++ library. Alpine has its own libstdc++ and needs none of this.
 */
#define _GNU_SOURCE
#include <link.h>
#include <locale.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>
#include <time.h>

char __libc_single_threaded = 0;

unsigned __cpu_model[4];

int __cpu_indicator_init(void) { return 0; }

uint32_t arc4random(void) {
  uint32_t value = 0;
  getrandom(&value, sizeof value, 0);
  return value;
}

size_t __strftime_l(char *text, size_t size, const char *format, const struct tm *time, locale_t locale) {
  return strftime_l(text, size, format, time, locale);
}

/* Destructors of a thread's objects are left out: the process ends by itself. */
int __cxa_thread_atexit_impl(void (*destroy)(void *), void *object, void *library) {
  (void)destroy, (void)object, (void)library;
  return 0;
}

struct search {
  uintptr_t address;
  struct dl_find_object *found;
};

static int look(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  struct search *search = data;
  int inside = 0;
  void *eh_frame = NULL;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    uintptr_t start = info->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_LOAD && search->address >= start && search->address < start + header->p_memsz) {
      inside = 1;
      search->found->dlfo_map_start = (void *)start;
      search->found->dlfo_map_end = (void *)(start + header->p_memsz);
    }
    if (header->p_type == PT_GNU_EH_FRAME) eh_frame = (void *)start;
  }
  if (inside) search->found->dlfo_eh_frame = eh_frame;
  return inside;
}

/* Finds the unwind tables for an address, without which no C++ exception is caught. */
int _dl_find_object(void *address, struct dl_find_object *found) {
  struct search search = {(uintptr_t)address, found};
  found->dlfo_flags = 0;
  found->dlfo_link_map = NULL;
  return dl_iterate_phdr(look, &search) && found->dlfo_eh_frame ? 0 : -1;
}
