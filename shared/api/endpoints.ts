/** Every path of the service that this product calls, in one table (service.md, "Endpoints"). */
export const endpoints = {
  createReducedReport: { method: 'POST', path: () => '/v1/reports/reduced' },
  createCompleteReport: { method: 'POST', path: () => '/v1/reports/complete' },
  getReport: { method: 'GET', path: (id: string) => `/v1/reports/${encodeURIComponent(id)}` },
  getProcedure: { method: 'GET', path: (id: string) => `/v1/procedures/${encodeURIComponent(id)}` },
  getSignature: { method: 'GET', path: (id: string) => `/v1/signatures/${encodeURIComponent(id)}` },
} as const satisfies Record<string, { method: 'GET' | 'POST'; path: (...ids: string[]) => string }>
