/** Versions of the application: semantic versions without build metadata, because they name directories. */
const NUMBER = '(?:0|[1-9]\\d{0,8})'
const LABEL = '(?:0|[1-9]\\d{0,8}|\\d*[A-Za-z-][0-9A-Za-z-]*)'
const VERSION = new RegExp(`^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-(${LABEL}(?:\\.${LABEL})*))?$`)
export const MAX_VERSION = 64

export const isVersion = (text: string): boolean => text.length <= MAX_VERSION && VERSION.test(text)

/**
 * Compares two versions (semver 2.0, section 11).
 * @returns negative if `a` is older, 0 if both are equal
 * @throws for an invalid version
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)]
  for (const [index, number] of left.numbers.entries()) {
    const difference = number - (right.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  // A version comes after its pre-releases.
  if (left.labels.length === 0 || right.labels.length === 0) return right.labels.length - left.labels.length
  for (const [index, label] of left.labels.entries()) {
    const other = right.labels[index]
    if (other === undefined) return 1
    const order = compareLabels(label, other)
    if (order !== 0) return order
  }
  return left.labels.length - right.labels.length
}

function parts(version: string): { numbers: number[]; labels: string[] } {
  const [, major, minor, patch, labels] = VERSION.exec(version) ?? []
  if (patch === undefined) throw new Error(`not a version: ${version.slice(0, MAX_VERSION)}`)
  return { numbers: [Number(major), Number(minor), Number(patch)], labels: labels?.split('.') ?? [] }
}

const isNumeric = (label: string): boolean => /^\d+$/.test(label)

function compareLabels(a: string, b: string): number {
  if (isNumeric(a) && isNumeric(b)) return Number(a) - Number(b)
  // Numbers come before words.
  if (isNumeric(a) !== isNumeric(b)) return isNumeric(a) ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
