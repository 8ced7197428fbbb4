import { brand } from './model.ts'

/** Vans, lorries and their tractors: ordinary plates, like any car. */
export const vans = [
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
