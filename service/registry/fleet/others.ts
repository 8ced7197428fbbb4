import { brand } from './model.ts'

/** Vehicles with a class letter on their plates (C, R, E, M), and provincial trailers and specials. */
export const others = {
  moped: [
    ...brand('Derbi', [
      ['Variant', 'VTH', 'VS1***', 1999, 2012, 4, 'Start 50 | Sport 50'],
      ['Senda', 'VTH', 'SD****', 1999, 2019, 4, '50 R X-Race | 50 SM DRD'],
    ]),
    ...brand('Piaggio', [
      ['Zip', 'ZAP', 'C25***', 1999, 2026, 4, '50 2T | 50 4T'],
      ['Typhoon', 'ZAP', 'C29***', 1999, 2017, 2, '50'],
    ]),
    ...brand('Yamaha', [['Aerox', 'VG5', 'SA****', 1999, 2026, 3, '50 R | 50 Naked']]),
    ...brand('Peugeot', [['Speedfight', 'VGA', 'S1****', 1999, 2026, 3, '2 50 | 4 50']]),
    ...brand('Rieju', [['MRT', 'VTP', 'RR****', 2005, 2026, 3, '50 Trophy SM | 50 Cross']]),
    ...brand('Aixam', [['City', 'VLG', 'S*****', 2004, 2026, 2, 'Pack | GTO']]),
  ],
  trailer: [
    ...brand('Leciñena', [
      ['A-13500', 'VSR', 'SR3E**', 1971, 2026, 3, 'Plataforma | Portabobinas | Volquete'],
    ]),
    ...brand('Lecitrailer', [['LTP-3E', 'VV1', 'LTP3E*', 1990, 2026, 3, 'Lona | Frigorífico']]),
    ...brand('Schmitz Cargobull', [['SCB', 'WSM', 'S3T***', 1994, 2026, 3, 'S3T Lona | SKO 24 Frigorífico']]),
    ...brand('Krone', [['SD', 'WKE', 'SD****', 1998, 2026, 2, 'Profi Liner | Cool Liner']]),
    ...brand('Kögel', [['SN 24', 'WK0', 'S*****', 1995, 2026, 1, 'Cargo | Mega']]),
  ],
  special: [
    ...brand('JCB', [['3CX', 'SLP', '3CXTS*', 1971, 2026, 3, 'Retrocargadora | Contractor']]),
    ...brand('Fendt', [['Vario', 'WAM', '4*****', 1985, 2026, 3, '312 | 514 | 720']]),
    ...brand('Deutz-Fahr', [['Agrotron', 'WSX', 'A*****', 1971, 2026, 3, '6.20 | K 610 | 5105']]),
    ...brand('Valtra', [['N', 'YK5', 'N*****', 1971, 2026, 2, '103 | 154']]),
    ...brand('CFMOTO', [['CForce', 'LCE', 'TDS***', 2008, 2026, 2, '450 | 625 Touring']]),
    ...brand('Kymco', [['MXU', 'RFB', 'LB****', 2003, 2022, 2, '300 R | 450i']]),
  ],
  scooter: [
    ...brand('Xiaomi', [['Electric Scooter', 'LXM', 'DDHBC*', 2026, 2026, 3, '4 | 4 Pro']]),
    ...brand('SmartGyro', [['Crossover', 'LSG', 'CX****', 2026, 2026, 2, 'Dual Max | X2']]),
    ...brand('Cecotec', [['Bongo', 'LCT', 'BG****', 2026, 2026, 2, 'M45 Connected | Serie S+']]),
  ],
}
