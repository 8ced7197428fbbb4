/**
 * Every gap of service.md that we had to fill to work, in one place. Where the real operator may differ the
 * value is data; what is a way of doing rather than a value is written here and done where it says.
 *
 * - "Error responses other than 401: not shown." Our service answers `statusCode`, `message`, `error` and
 *   `details` (service/http); the client reads a message if there is one and needs none of them.
 * - How the registry wants provincial plates written is not shown: the compact form without hyphens is sent, as in
 *   the specification's own `0000BBB` (domain.md 1.1; `normalisePlate`).
 * - A reduced report in `error` carries no reason (only complete ones have `failureReason`), so both causes are
 *   named to the person (`reportFailureLabel`).
 */
export const assumptions = {
  /** The status of "create report" is given (201); the client also accepts any other 2xx with the same body. */
  createReportStatus: 201,
  /** "Rate limits: not shown." Requests per second that one PC allows itself, by lane (architecture.md section 4). */
  interactiveRequestsPerSecond: 8,
  /** "Size limits: not shown." The largest JSON answer the client reads, in bytes, and its deepest nesting. */
  maxAnswerBytes: 4 * 1024 * 1024,
  maxAnswerDepth: 64,
} as const
