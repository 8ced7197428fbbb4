/** Make and model of a vehicle as its report gives them; '' without either. */
export const vehicleName = (
  vehicle: { brand?: string | undefined; model?: string | undefined } | undefined,
): string => [vehicle?.brand, vehicle?.model].filter(Boolean).join(' ')
