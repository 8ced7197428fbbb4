/** Hands bytes to the browser's downloads. */
export function download(blob: Blob, fileName: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  // The download has taken its own reference by the next turns of the loop.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** The name that a `Content-Disposition` gives, or `null`. */
export function fileNameOf(disposition: string | null): string | null {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (extended) return decodeURIComponent(extended)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null
}
