/**
 * Security headers of every answer to a window, in both hosts. Only our own scripts, styles and files are loaded. No
 * site may frame our pages. The browser stores nothing unless the host allows it.
 * @param connect origins the page may connect to besides its own
 * @param workers origins of its worker scripts
 */
export function pageHeaders(
  connect: readonly string[],
  workers: readonly string[] = ["'self'"],
): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `worker-src ${workers.join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy('clipboard-read=()'),
    'cache-control': 'no-store',
  }
}

/**
 * Denies the browser features that our pages do not use.
 * @param clipboard whether the page may read the clipboard
 */
export const permissionsPolicy = (clipboard: 'clipboard-read=()' | 'clipboard-read=(self)'): string =>
  `camera=(), microphone=(), geolocation=(), payment=(), usb=(), ${clipboard}`
