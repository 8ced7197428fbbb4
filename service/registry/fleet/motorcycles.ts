import { brand } from './model.ts'

/** Motorcycles and scooters over 50 cc: ordinary plates too. */
export const motorcycles = [
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
