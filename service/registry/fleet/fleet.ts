import type { VehicleClass } from '../first-registration.ts'
import { cars, classics, makeModels, type Model } from './cars.ts'

/** Vans, lorries and tractor units, which have ordinary plates. */
const vans = [
  ...makeModels('Citroën', [
    ['C15', 'VS7', 'VD****', 1985, 2005, 5, '1.8 D Familiale | 1.9 D Furgón'],
    ['Berlingo', 'VF7', 'GJ****', 1997, 2026, 7, '1.9 D 600 | 1.6 HDi 75 Furgón | 1.5 BlueHDi 100 Talla M'],
  ]),
  ...makeModels('Renault', [
    ['Express', 'VF1', 'F40***', 1986, 1998, 3, '1.6 D | 1.9 D Combi'],
    ['Kangoo', 'VF1', 'FC****', 1998, 2026, 6, '1.9 D 65 | 1.5 dCi 75 Profesional | Blue dCi 95'],
    ['Master', 'VF1', 'MA****', 1998, 2026, 2, '2.5 dCi 120 L2H2 | 2.3 dCi 135 L3H2'],
  ]),
  ...makeModels('Peugeot', [
    ['Partner', 'VF3', 'GB****', 1997, 2026, 5, '1.9 D Combi | 1.6 HDi 90 Confort | 1.5 BlueHDi 100 Pro'],
  ]),
  ...makeModels('Ford', [
    ['Transit', 'WF0', 'XXXTTF', 1986, 2026, 3, '2.5 D 100 | 2.2 TDCi 100 FT 300 | 2.0 EcoBlue 130 350 L3'],
    ['Transit Connect', 'WF0', 'TXXTTP', 2002, 2026, 3, '1.8 TDCi 90 | 1.5 EcoBlue 100 Trend'],
  ]),
  ...makeModels('Volkswagen', [
    ['Caddy', 'WV1', 'ZZZ2KZ', 2004, 2026, 3, '1.9 TDI 105 Kombi | 2.0 TDI 102 Profesional'],
  ]),
  ...makeModels('Mercedes-Benz', [
    ['Vito', 'WDF', '639***', 1996, 2026, 2, '110 CDI | 111 CDI Mixto | 116 CDI Tourer'],
  ]),
  ...makeModels('Pegaso', [['Comet', 'VSP', '1091**', 1962, 1990, 1, '1091 | 1217']]),
  ...makeModels('Ebro', [['F-260', 'VSK', 'F260**', 1965, 1986, 1, 'Furgón | Caja abierta']]),
  ...makeModels('Iveco', [['Daily', 'ZCF', 'C35***', 1990, 2026, 2, '35-8 | 35C13 | 35S14']]),
  ...makeModels('Scania', [['R', 'YS2', 'R4X2**', 2005, 2026, 1, '420 LA 4x2 | 450 A4x2NA']]),
  ...makeModels('Volvo', [['FH', 'YV2', 'AS02**', 1994, 2026, 1, '12 420 4x2T | 460 4x2T']]),
]

/** Vehicles with a class letter on their plates (C, R, E, M), and provincial trailers and specials. */
const others = {
  moped: [
    ...makeModels('Derbi', [
      ['Variant', 'VTH', 'VS1***', 1999, 2012, 4, 'Start 50 | Sport 50'],
      ['Senda', 'VTH', 'SD****', 1999, 2019, 4, '50 R X-Race | 50 SM DRD'],
    ]),
    ...makeModels('Piaggio', [
      ['Zip', 'ZAP', 'C25***', 1999, 2026, 4, '50 2T | 50 4T'],
      ['Typhoon', 'ZAP', 'C29***', 1999, 2017, 2, '50'],
    ]),
    ...makeModels('Yamaha', [['Aerox', 'VG5', 'SA****', 1999, 2026, 3, '50 R | 50 Naked']]),
    ...makeModels('Peugeot', [['Speedfight', 'VGA', 'S1****', 1999, 2026, 3, '2 50 | 4 50']]),
    ...makeModels('Rieju', [['MRT', 'VTP', 'RR****', 2005, 2026, 3, '50 Trophy SM | 50 Cross']]),
    ...makeModels('Aixam', [['City', 'VLG', 'S*****', 2004, 2026, 2, 'Pack | GTO']]),
  ],
  trailer: [
    ...makeModels('Leciñena', [
      ['A-13500', 'VSR', 'SR3E**', 1971, 2026, 3, 'Plataforma | Portabobinas | Volquete'],
    ]),
    ...makeModels('Lecitrailer', [['LTP-3E', 'VV1', 'LTP3E*', 1990, 2026, 3, 'Lona | Frigorífico']]),
    ...makeModels('Schmitz Cargobull', [
      ['SCB', 'WSM', 'S3T***', 1994, 2026, 3, 'S3T Lona | SKO 24 Frigorífico'],
    ]),
    ...makeModels('Krone', [['SD', 'WKE', 'SD****', 1998, 2026, 2, 'Profi Liner | Cool Liner']]),
    ...makeModels('Kögel', [['SN 24', 'WK0', 'S*****', 1995, 2026, 1, 'Cargo | Mega']]),
  ],
  special: [
    ...makeModels('JCB', [['3CX', 'SLP', '3CXTS*', 1971, 2026, 3, 'Retrocargadora | Contractor']]),
    ...makeModels('Fendt', [['Vario', 'WAM', '4*****', 1985, 2026, 3, '312 | 514 | 720']]),
    ...makeModels('Deutz-Fahr', [['Agrotron', 'WSX', 'A*****', 1971, 2026, 3, '6.20 | K 610 | 5105']]),
    ...makeModels('Valtra', [['N', 'YK5', 'N*****', 1971, 2026, 2, '103 | 154']]),
    ...makeModels('CFMOTO', [['CForce', 'LCE', 'TDS***', 2008, 2026, 2, '450 | 625 Touring']]),
    ...makeModels('Kymco', [['MXU', 'RFB', 'LB****', 2003, 2022, 2, '300 R | 450i']]),
  ],
  scooter: [
    ...makeModels('Xiaomi', [['Electric Scooter', 'LXM', 'DDHBC*', 2026, 2026, 3, '4 | 4 Pro']]),
    ...makeModels('SmartGyro', [['Crossover', 'LSG', 'CX****', 2026, 2026, 2, 'Dual Max | X2']]),
    ...makeModels('Cecotec', [['Bongo', 'LCT', 'BG****', 2026, 2026, 2, 'M45 Connected | Serie S+']]),
  ],
}

/** Motorcycles and scooters over 50 cc, which have ordinary plates. */
const motorcycles = [
  ...makeModels('Vespa', [
    ['150', 'ZAP', 'M09***', 1955, 1978, 3, 'S | Sprint'],
    ['PX', 'ZAP', 'VLX***', 1978, 2007, 2, '125 E | 200 E'],
    ['Primavera', 'ZAP', 'MA1***', 2014, 2026, 2, '125 ABS'],
  ]),
  ...makeModels('Bultaco', [['Mercurio', 'VTB', 'M*****', 1960, 1975, 1, '155 | 200']]),
  ...makeModels('Montesa', [['Impala', 'VTM', 'M*****', 1962, 1982, 1, '175 | 175 Sport | 2']]),
  ...makeModels('Honda', [
    ['CB', 'JH2', 'PC****', 1976, 2026, 1, '750 Four | 500 | 650 R'],
    ['SH', 'ZDC', 'JF****', 1997, 2026, 4, '125 i | 300 i'],
    ['PCX', 'RLH', 'JK****', 2010, 2026, 4, '125'],
  ]),
  ...makeModels('Yamaha', [
    ['T-Max', 'JYA', 'SJ****', 2001, 2026, 2, '500 | 530 DX | 560 Tech Max'],
    ['X-Max', 'VG5', 'SE****', 2006, 2026, 3, '125 | 300 Iron Max'],
  ]),
  ...makeModels('Kymco', [['Agility City', 'RFB', 'KN****', 2006, 2026, 3, '125']]),
  ...makeModels('BMW', [['R 1200 GS', 'WB1', '0307**', 2004, 2018, 2, 'Adventure | Rallye']]),
  ...makeModels('Kawasaki', [['Z', 'JKA', 'ZR****', 2004, 2026, 2, '750 | 800 | 900']]),
]

const FLEET: Readonly<Record<VehicleClass, readonly Model[]>> = {
  road: [...classics, ...cars, ...vans, ...motorcycles],
  ...others,
}

/** Lists the models of a class on sale in a year. Every class has models for each year of its plates. */
export const listModels = (vehicleClass: VehicleClass, year: number): Model[] =>
  FLEET[vehicleClass].filter(({ from, to }) => from <= year && year <= to)

const TYPE_OF_CLASS: Readonly<Record<VehicleClass, string>> = {
  road: 'TURISMO',
  moped: 'CICLOMOTOR',
  trailer: 'SEMIRREMOLQUE',
  special: 'VEHÍCULO ESPECIAL',
  scooter: 'VEHÍCULO DE MOVILIDAD PERSONAL',
}

const LORRIES = new Set(['Pegaso', 'Ebro', 'Scania', 'Volvo'])

/** Returns the vehicle type of the registry for a model. */
export function findVehicleType(vehicleClass: VehicleClass, model: Model): string {
  if (motorcycles.includes(model)) return 'MOTOCICLETA'
  if (vans.includes(model)) return LORRIES.has(model.brand) ? 'CAMIÓN' : 'FURGONETA'
  return TYPE_OF_CLASS[vehicleClass]
}
