/** Hands bytes to the browser's downloads. */
export function download(blob: Blob, fileName: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  // The download takes its own reference within the next turns of the loop.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** File name in a `Content-Disposition`, or `null`. */
export function fileNameOf(disposition: string | null): string | null {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (extended) return decodeURIComponent(extended)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null
}
