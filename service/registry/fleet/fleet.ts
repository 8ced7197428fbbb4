import type { VehicleClass } from '../issue.ts'
import { cars } from './cars.ts'
import { type Model, brand } from './model.ts'

/** Cars driven in Spain until 2000: provincial and historic plates. */
const classics = [
  ...brand('SEAT', [
    ['1400', 'VSS', '1400**', 1953, 1963, 2, 'B | C'],
    ['600', 'VSS', '100D**', 1957, 1973, 9, 'N | D | E | L Especial'],
    ['1500', 'VSS', '1500**', 1963, 1972, 3, 'Berlina | Familiar'],
    ['850', 'VSS', '100G**', 1966, 1974, 5, 'Normal | Especial | Coupé'],
    ['124', 'VSS', '124***', 1968, 1980, 5, 'D | L | Sport 1600'],
    ['127', 'VSS', '127***', 1972, 1982, 7, '903 | Especial | Fura'],
    ['131', 'VSS', '131***', 1975, 1984, 4, '1430 | Mirafiori 1600 | Supermirafiori Diésel'],
    ['Ibiza', 'VSS', 'ZZZ021', 1984, 1993, 7, '1.2 L | 1.5 GLX | 1.7 Diésel'],
    ['Málaga', 'VSS', 'ZZZ023', 1985, 1992, 3, '1.2 L | 1.5 GLX'],
    ['Marbella', 'VSS', 'ZZZ28*', 1986, 1998, 3, 'Special | GLX'],
    ['Toledo', 'VSS', 'ZZZ1LZ', 1991, 1998, 6, '1.6 CL | 1.8 GLX | 1.9 TDI'],
    ['Ibiza', 'VSS', 'ZZZ6KZ', 1993, 2001, 9, '1.4 CLX | 1.9 D | 1.9 TDI 90'],
    ['Córdoba', 'VSS', 'ZZZ6KZ', 1994, 2002, 5, '1.4 SX | 1.6 | 1.9 TDI'],
  ]),
  ...brand('Renault', [
    ['4-4', 'VS5', 'R106**', 1953, 1960, 2, ''],
    ['Dauphine', 'VS5', 'R1090*', 1958, 1967, 3, 'Gordini'],
    ['4', 'VS5', 'R112**', 1963, 1991, 4, 'L | TL | F6'],
    ['8', 'VS5', 'R1130*', 1965, 1976, 3, 'TS'],
    ['12', 'VS5', 'R1170*', 1970, 1983, 4, 'TL | TS | Familiar'],
    ['5', 'VS5', 'R122**', 1972, 1984, 6, 'TL | GTL | Copa'],
    ['Supercinco', 'VS5', 'C40***', 1985, 1996, 6, 'C | GTL | GT Turbo'],
    ['19', 'VF1', 'B53***', 1989, 1996, 6, '1.4 RN | 1.8 Chamade RT | 1.9 D'],
    ['Clio', 'VF1', '57****', 1991, 1998, 7, '1.2 RN | 1.4 RT | 1.9 D'],
    ['Mégane', 'VF1', 'BA0***', 1996, 2002, 6, '1.6e RT | 1.9 dTi | Coupé 2.0 16V'],
  ]),
  ...brand('Citroën', [
    ['11 Ligero', 'VF7', '11BL**', 1934, 1956, 2, 'B | BL'],
    ['2 CV', 'VS7', 'AZ****', 1958, 1984, 4, 'AZL | 6'],
    ['GS', 'VS7', 'GX****', 1972, 1986, 3, 'Club | Palas'],
    ['AX', 'VS7', 'ZA****', 1987, 1998, 4, '1.1 First | 1.4 TRS | 1.5 D'],
    ['ZX', 'VS7', 'N2****', 1991, 1998, 5, '1.4 Reflex | 1.9 D Aura | 1.9 TD'],
    ['Xsara', 'VS7', 'N1****', 1997, 2005, 5, '1.4i X | 1.9 TD SX | 2.0 HDi Exclusive'],
  ]),
  ...brand('Peugeot', [
    ['205', 'VF3', '20A***', 1984, 1996, 5, '1.1 XL | 1.9 GTI | 1.8 D Mito'],
    ['405', 'VF3', '15B***', 1988, 1996, 4, '1.6 GL | 1.9 GR | 1.9 TD'],
    ['306', 'VF3', '7*****', 1993, 2001, 5, '1.4 XN | 1.9 D XR | 2.0 HDi'],
    ['206', 'VF3', '2*****', 1998, 2009, 5, '1.4 XR | 1.6 XS | 1.9 D'],
  ]),
  ...brand('Ford', [
    ['V8', 'WF0', '18****', 1934, 1940, 1, 'Modelo 40 | Modelo 48'],
    ['Prefect', 'WF0', 'E493**', 1939, 1953, 1, ''],
    ['Fiesta', 'VS6', 'AXXGAJ', 1976, 1995, 7, '1.1 L | 1.3 Ghia | 1.8 D'],
    ['Escort', 'VS6', 'AXXGCA', 1982, 1999, 6, '1.3 CL | 1.6 Ghia | 1.8 TD'],
    ['Mondeo', 'WF0', 'AXXGBB', 1993, 2000, 4, '1.8 CLX | 2.0 Ghia | 1.8 TD'],
  ]),
  ...brand('Opel', [
    ['Corsa', 'VSX', '00009*', 1983, 1992, 5, '1.0 Swing | 1.2 GT | 1.5 D'],
    ['Kadett', 'W0L', '00004*', 1980, 1991, 5, '1.3 LS | 1.6 GLS | 2.0 GSi'],
    ['Astra', 'W0L', '00005*', 1991, 1998, 6, '1.4i GL | 1.6i CD | 1.7 TD'],
    ['Vectra', 'W0L', '00003*', 1988, 2001, 4, '1.6i GL | 2.0 CD | 2.0 DTI'],
  ]),
  ...brand('Volkswagen', [
    ['Escarabajo', 'WVW', '11****', 1950, 1978, 2, '1200 | 1300'],
    ['Golf', 'WVW', 'ZZZ1GZ', 1984, 1992, 4, '1.6 CL | 1.8 GTI | 1.6 TD'],
    ['Golf', 'WVW', 'ZZZ1HZ', 1992, 1997, 5, '1.8 CL | 1.9 TDI GT | 2.8 VR6'],
    ['Polo', 'VSS', 'ZZZ6NZ', 1994, 2001, 4, '50 | 60 Conceptline | 1.9 SDI'],
  ]),
  ...brand('Mercedes-Benz', [
    ['170', 'WDB', '136***', 1936, 1953, 1, 'V | S'],
    ['180', 'WDB', '120***', 1954, 1962, 1, 'D'],
    ['190', 'WDB', '201***', 1983, 1993, 2, 'E 2.0 | D 2.5'],
  ]),
  ...brand('BMW', [['Serie 3', 'WBA', 'CA****', 1983, 1998, 3, '318i | 320i | 325 tds']]),
  ...brand('Simca', [['1000', 'VSZ', '950***', 1966, 1977, 4, 'GL | Especial | Rallye']]),
  ...brand('Talbot', [['Horizon', 'VSZ', 'C2****', 1979, 1987, 2, 'GL | GLS | GLD']]),
  ...brand('Fiat', [
    ['508 Balilla', 'ZFA', '508***', 1934, 1939, 1, ''],
    ['Topolino', 'ZFA', '500***', 1937, 1955, 1, 'A | C'],
    ['Uno', 'ZFA', '146***', 1984, 1995, 3, '45 S | 60 | Turbo i.e.'],
    ['Punto', 'ZFA', '176***', 1994, 1999, 3, '55 S | 75 SX | TD 70'],
  ]),
  ...brand('Land Rover', [['Santana 88', 'VSE', '88****', 1962, 1985, 2, 'Especial | Diésel']]),
  ...brand('Nissan', [['Patrol', 'VSK', 'KR160*', 1983, 2001, 2, '2.8 TD Largo | 2.8 TD Corto']]),
]

/** Vans, lorries and their tractors: ordinary plates, like any car. */
const vans = [
  ...brand('Citroën', [
    ['C15', 'VS7', 'VD****', 1985, 2005, 5, '1.8 D Familiale | 1.9 D Furgón'],
    ['Berlingo', 'VF7', 'GJ****', 1997, 2026, 7, '1.9 D 600 | 1.6 HDi 75 Furgón | 1.5 BlueHDi 100 Talla M'],
  ]),
  ...brand('Renault', [
    ['Express', 'VF1', 'F40***', 1986, 1998, 3, '1.6 D | 1.9 D Combi'],
    ['Kangoo', 'VF1', 'FC****', 1998, 2026, 6, '1.9 D 65 | 1.5 dCi 75 Profesional | Blue dCi 95'],
    ['Master', 'VF1', 'MA****', 1998, 2026, 2, '2.5 dCi 120 L2H2 | 2.3 dCi 135 L3H2'],
  ]),
  ...brand('Peugeot', [
    ['Partner', 'VF3', 'GB****', 1997, 2026, 5, '1.9 D Combi | 1.6 HDi 90 Confort | 1.5 BlueHDi 100 Pro'],
  ]),
  ...brand('Ford', [
    ['Transit', 'WF0', 'XXXTTF', 1986, 2026, 3, '2.5 D 100 | 2.2 TDCi 100 FT 300 | 2.0 EcoBlue 130 350 L3'],
    ['Transit Connect', 'WF0', 'TXXTTP', 2002, 2026, 3, '1.8 TDCi 90 | 1.5 EcoBlue 100 Trend'],
  ]),
  ...brand('Volkswagen', [
    ['Caddy', 'WV1', 'ZZZ2KZ', 2004, 2026, 3, '1.9 TDI 105 Kombi | 2.0 TDI 102 Profesional'],
  ]),
  ...brand('Mercedes-Benz', [
    ['Vito', 'WDF', '639***', 1996, 2026, 2, '110 CDI | 111 CDI Mixto | 116 CDI Tourer'],
  ]),
  ...brand('Pegaso', [['Comet', 'VSP', '1091**', 1962, 1990, 1, '1091 | 1217']]),
  ...brand('Ebro', [['F-260', 'VSK', 'F260**', 1965, 1986, 1, 'Furgón | Caja abierta']]),
  ...brand('Iveco', [['Daily', 'ZCF', 'C35***', 1990, 2026, 2, '35-8 | 35C13 | 35S14']]),
  ...brand('Scania', [['R', 'YS2', 'R4X2**', 2005, 2026, 1, '420 LA 4x2 | 450 A4x2NA']]),
  ...brand('Volvo', [['FH', 'YV2', 'AS02**', 1994, 2026, 1, '12 420 4x2T | 460 4x2T']]),
]

/** Vehicles with a class letter on their plates (C, R, E, M), and provincial trailers and specials. */
const others = {
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

/** Motorcycles and scooters over 50 cc: ordinary plates too. */
const motorcycles = [
  ...brand('Vespa', [
    ['150', 'ZAP', 'M09***', 1955, 1978, 3, 'S | Sprint'],
    ['PX', 'ZAP', 'VLX***', 1978, 2007, 2, '125 E | 200 E'],
    ['Primavera', 'ZAP', 'MA1***', 2014, 2026, 2, '125 ABS'],
  ]),
  ...brand('Bultaco', [['Mercurio', 'VTB', 'M*****', 1960, 1975, 1, '155 | 200']]),
  ...brand('Montesa', [['Impala', 'VTM', 'M*****', 1962, 1982, 1, '175 | 175 Sport | 2']]),
  ...brand('Honda', [
    ['CB', 'JH2', 'PC****', 1976, 2026, 1, '750 Four | 500 | 650 R'],
    ['SH', 'ZDC', 'JF****', 1997, 2026, 4, '125 i | 300 i'],
    ['PCX', 'RLH', 'JK****', 2010, 2026, 4, '125'],
  ]),
  ...brand('Yamaha', [
    ['T-Max', 'JYA', 'SJ****', 2001, 2026, 2, '500 | 530 DX | 560 Tech Max'],
    ['X-Max', 'VG5', 'SE****', 2006, 2026, 3, '125 | 300 Iron Max'],
  ]),
  ...brand('Kymco', [['Agility City', 'RFB', 'KN****', 2006, 2026, 3, '125']]),
  ...brand('BMW', [['R 1200 GS', 'WB1', '0307**', 2004, 2018, 2, 'Adventure | Rallye']]),
  ...brand('Kawasaki', [['Z', 'JKA', 'ZR****', 2004, 2026, 2, '750 | 800 | 900']]),
]

const FLEET: Readonly<Record<VehicleClass, readonly Model[]>> = {
  road: [...classics, ...cars, ...vans, ...motorcycles],
  ...others,
}

/** Models of a class on sale in a year. Every class has some in each year its plates can have. */
export const fleetOf = (vehicleClass: VehicleClass, year: number): Model[] =>
  FLEET[vehicleClass].filter(({ from, to }) => from <= year && year <= to)

const TYPE_OF_CLASS: Readonly<Record<VehicleClass, string>> = {
  road: 'TURISMO',
  moped: 'CICLOMOTOR',
  trailer: 'SEMIRREMOLQUE',
  special: 'VEHÍCULO ESPECIAL',
  scooter: 'VEHÍCULO DE MOVILIDAD PERSONAL',
}

const LORRIES = new Set(['Pegaso', 'Ebro', 'Scania', 'Volvo'])

/** Registry's vehicle type for this model. */
export function vehicleTypeOf(vehicleClass: VehicleClass, model: Model): string {
  if (motorcycles.includes(model)) return 'MOTOCICLETA'
  if (vans.includes(model)) return LORRIES.has(model.brand) ? 'CAMIÓN' : 'FURGONETA'
  return TYPE_OF_CLASS[vehicleClass]
}
