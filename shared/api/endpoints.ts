/** Every path of the service that this product calls, in one table (service.md, "Endpoints"). */
export const endpoints = {
  createReducedReport: { method: 'POST', path: () => '/v1/reports/reduced' },
  getReport: { method: 'GET', path: (id: string) => `/v1/reports/${encodeURIComponent(id)}` },
} as const satisfies Record<string, { method: 'GET' | 'POST'; path: (...ids: string[]) => string }>
