/** A generation of a model as it was sold in Spain. */
export interface Model {
  readonly brand: string
  readonly name: string
  /** World manufacturer identifier: the first three characters of its VINs (indicative for makers older than the VIN). */
  readonly wmi: string
  /** Positions 4 to 9 of its VINs. Each `*` stands for any character. */
  readonly vds: string
  /** Years of first registration, both included. */
  readonly from: number
  readonly to: number
  /** Relative frequency among the models of its years. */
  readonly weight: number
  /** Versions in order of sale. */
  readonly versions: readonly string[]
}

type Row = readonly [
  name: string,
  wmi: string,
  vds: string,
  from: number,
  to: number,
  weight: number,
  versions: string,
]

/** Makes the models of a brand from one row each. ` | ` separates the versions. */
export const makeModels = (name: string, rows: readonly Row[]): Model[] =>
  rows.map(([model, wmi, vds, from, to, weight, versions]) => ({
    brand: name,
    name: model,
    wmi,
    vds,
    from,
    to,
    weight,
    versions: versions.split(' | '),
  }))

/** Cars driven in Spain until 2000: provincial and historic plates. */
export const classics = [
  ...makeModels('SEAT', [
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
  ...makeModels('Renault', [
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
  ...makeModels('Citroën', [
    ['11 Ligero', 'VF7', '11BL**', 1934, 1956, 2, 'B | BL'],
    ['2 CV', 'VS7', 'AZ****', 1958, 1984, 4, 'AZL | 6'],
    ['GS', 'VS7', 'GX****', 1972, 1986, 3, 'Club | Palas'],
    ['AX', 'VS7', 'ZA****', 1987, 1998, 4, '1.1 First | 1.4 TRS | 1.5 D'],
    ['ZX', 'VS7', 'N2****', 1991, 1998, 5, '1.4 Reflex | 1.9 D Aura | 1.9 TD'],
    ['Xsara', 'VS7', 'N1****', 1997, 2005, 5, '1.4i X | 1.9 TD SX | 2.0 HDi Exclusive'],
  ]),
  ...makeModels('Peugeot', [
    ['205', 'VF3', '20A***', 1984, 1996, 5, '1.1 XL | 1.9 GTI | 1.8 D Mito'],
    ['405', 'VF3', '15B***', 1988, 1996, 4, '1.6 GL | 1.9 GR | 1.9 TD'],
    ['306', 'VF3', '7*****', 1993, 2001, 5, '1.4 XN | 1.9 D XR | 2.0 HDi'],
    ['206', 'VF3', '2*****', 1998, 2009, 5, '1.4 XR | 1.6 XS | 1.9 D'],
  ]),
  ...makeModels('Ford', [
    ['V8', 'WF0', '18****', 1934, 1940, 1, 'Modelo 40 | Modelo 48'],
    ['Prefect', 'WF0', 'E493**', 1939, 1953, 1, ''],
    ['Fiesta', 'VS6', 'AXXGAJ', 1976, 1995, 7, '1.1 L | 1.3 Ghia | 1.8 D'],
    ['Escort', 'VS6', 'AXXGCA', 1982, 1999, 6, '1.3 CL | 1.6 Ghia | 1.8 TD'],
    ['Mondeo', 'WF0', 'AXXGBB', 1993, 2000, 4, '1.8 CLX | 2.0 Ghia | 1.8 TD'],
  ]),
  ...makeModels('Opel', [
    ['Corsa', 'VSX', '00009*', 1983, 1992, 5, '1.0 Swing | 1.2 GT | 1.5 D'],
    ['Kadett', 'W0L', '00004*', 1980, 1991, 5, '1.3 LS | 1.6 GLS | 2.0 GSi'],
    ['Astra', 'W0L', '00005*', 1991, 1998, 6, '1.4i GL | 1.6i CD | 1.7 TD'],
    ['Vectra', 'W0L', '00003*', 1988, 2001, 4, '1.6i GL | 2.0 CD | 2.0 DTI'],
  ]),
  ...makeModels('Volkswagen', [
    ['Escarabajo', 'WVW', '11****', 1950, 1978, 2, '1200 | 1300'],
    ['Golf', 'WVW', 'ZZZ1GZ', 1984, 1992, 4, '1.6 CL | 1.8 GTI | 1.6 TD'],
    ['Golf', 'WVW', 'ZZZ1HZ', 1992, 1997, 5, '1.8 CL | 1.9 TDI GT | 2.8 VR6'],
    ['Polo', 'VSS', 'ZZZ6NZ', 1994, 2001, 4, '50 | 60 Conceptline | 1.9 SDI'],
  ]),
  ...makeModels('Mercedes-Benz', [
    ['170', 'WDB', '136***', 1936, 1953, 1, 'V | S'],
    ['180', 'WDB', '120***', 1954, 1962, 1, 'D'],
    ['190', 'WDB', '201***', 1983, 1993, 2, 'E 2.0 | D 2.5'],
  ]),
  ...makeModels('BMW', [['Serie 3', 'WBA', 'CA****', 1983, 1998, 3, '318i | 320i | 325 tds']]),
  ...makeModels('Simca', [['1000', 'VSZ', '950***', 1966, 1977, 4, 'GL | Especial | Rallye']]),
  ...makeModels('Talbot', [['Horizon', 'VSZ', 'C2****', 1979, 1987, 2, 'GL | GLS | GLD']]),
  ...makeModels('Fiat', [
    ['508 Balilla', 'ZFA', '508***', 1934, 1939, 1, ''],
    ['Topolino', 'ZFA', '500***', 1937, 1955, 1, 'A | C'],
    ['Uno', 'ZFA', '146***', 1984, 1995, 3, '45 S | 60 | Turbo i.e.'],
    ['Punto', 'ZFA', '176***', 1994, 1999, 3, '55 S | 75 SX | TD 70'],
  ]),
  ...makeModels('Land Rover', [['Santana 88', 'VSE', '88****', 1962, 1985, 2, 'Especial | Diésel']]),
  ...makeModels('Nissan', [['Patrol', 'VSK', 'KR160*', 1983, 2001, 2, '2.8 TD Largo | 2.8 TD Corto']]),
]

/** Cars first registered since the national series began (2000), most of them still on the road. */
export const cars = [
  ...makeModels('SEAT', [
    ['León', 'VSS', 'ZZZ1MZ', 1999, 2005, 8, '1.6 16V Stella | 1.9 TDI 110 Signo | 1.9 TDI 150 FR'],
    [
      'León',
      'VSS',
      'ZZZ1PZ',
      2005,
      2012,
      8,
      '1.9 TDI 105 Reference | 2.0 TDI 140 Stylance | 1.6 TDI 105 Style Copa',
    ],
    ['León', 'VSS', 'ZZZ5FZ', 2013, 2020, 9, '1.2 TSI 110 Style | 1.6 TDI 115 Style | 1.5 TSI 150 FR'],
    ['León', 'VSS', 'ZZZKLZ', 2020, 2026, 8, '1.0 TSI 110 Style | 1.5 eTSI 150 FR | 2.0 TDI 150 Xcellence'],
    ['Ibiza', 'VSS', 'ZZZ6LZ', 2002, 2008, 9, '1.4 16V Stella | 1.9 TDI 100 Sport | 1.4 TDI 70 Reference'],
    ['Ibiza', 'VSS', 'ZZZ6JZ', 2008, 2017, 9, '1.4 85 Reference | 1.6 TDI 90 Style | 1.0 EcoTSI 95 FR'],
    ['Ibiza', 'VSS', 'ZZZKJZ', 2017, 2026, 8, '1.0 MPI 80 Reference | 1.0 TSI 95 Style | 1.0 TSI 115 FR'],
    ['Altea', 'VSS', 'ZZZ5PZ', 2004, 2015, 3, '1.9 TDI 105 Stylance | XL 1.6 TDI 105'],
    ['Arona', 'VSS', 'ZZZKJZ', 2017, 2026, 7, '1.0 TSI 110 Style | 1.6 TDI 95 Xcellence | 1.5 TSI 150 FR'],
    ['Ateca', 'VSS', 'ZZZ5FZ', 2016, 2026, 6, '1.0 TSI 115 Style | 2.0 TDI 150 Xperience | 1.5 TSI 150 FR'],
  ]),
  ...makeModels('Cupra', [
    ['Formentor', 'VSS', 'ZZZKMZ', 2020, 2026, 5, '1.5 TSI 150 | 1.4 e-Hybrid 204 | 2.0 TSI 310 VZ'],
  ]),
  ...makeModels('Renault', [
    ['Clio', 'VF1', 'BB****', 1998, 2005, 6, '1.2 Authentique | 1.5 dCi 65 Expression'],
    ['Clio', 'VF1', 'BR****', 2005, 2013, 6, '1.2 16V Dynamique | 1.5 dCi 85 Expression'],
    ['Clio', 'VF1', '5R****', 2012, 2019, 6, '0.9 TCe 90 Limited | 1.5 dCi 75 Business'],
    ['Clio', 'VF1', 'RJA***', 2019, 2026, 6, '1.0 TCe 90 Evolution | 1.6 E-Tech 145 Techno'],
    ['Mégane', 'VF1', 'BM****', 2002, 2008, 7, '1.5 dCi 105 Dynamique | 1.6 16V Confort'],
    ['Mégane', 'VF1', 'BZ****', 2008, 2016, 6, '1.5 dCi 110 Dynamique | 1.2 TCe 115 Limited'],
    ['Mégane', 'VF1', 'RFB***', 2016, 2023, 5, '1.5 dCi 110 Intens | 1.3 TCe 140 Zen'],
    ['Captur', 'VF1', '2R****', 2013, 2026, 6, '0.9 TCe 90 Zen | 1.5 dCi 90 Intens | E-Tech 145 Techno'],
    ['Scénic', 'VF1', 'JM****', 2000, 2016, 4, '1.9 dCi 120 Privilège | Grand 1.5 dCi 110'],
  ]),
  ...makeModels('Dacia', [
    [
      'Sandero',
      'UU1',
      '5SD***',
      2008,
      2026,
      8,
      '1.2 75 Base | 0.9 TCe 90 Laureate | Stepway 1.0 TCe 100 GLP',
    ],
    [
      'Duster',
      'UU1',
      'HSD***',
      2010,
      2026,
      6,
      '1.5 dCi 110 Laureate 4x2 | 1.3 TCe 130 Prestige | 1.0 TCe 100 GLP',
    ],
  ]),
  ...makeModels('Peugeot', [
    ['207', 'VF3', 'WC****', 2006, 2012, 4, '1.4 X-Line | 1.6 HDi 90 Confort'],
    ['208', 'VF3', 'CC****', 2012, 2019, 5, '1.2 PureTech 82 Active | 1.6 BlueHDi 100 Allure'],
    ['208', 'VR3', 'UP****', 2019, 2026, 6, '1.2 PureTech 100 Active | e-208 136 GT'],
    ['307', 'VF3', '3C****', 2001, 2008, 5, '1.6 XR | 2.0 HDi 90 XT | SW 1.6 HDi 110'],
    [
      '308',
      'VF3',
      'L*****',
      2007,
      2021,
      5,
      '1.6 HDi 92 Active | 1.2 PureTech 130 Allure | 1.5 BlueHDi 130 GT',
    ],
    ['2008', 'VR3', 'US****', 2013, 2026, 6, '1.2 PureTech 110 Allure | 1.5 BlueHDi 110 Active | e-2008 GT'],
    [
      '3008',
      'VF3',
      'M*****',
      2009,
      2026,
      5,
      '1.6 HDi 115 Allure | 1.5 BlueHDi 130 GT Line | 1.2 Hybrid 136 Allure',
    ],
  ]),
  ...makeModels('Citroën', [
    ['C3', 'VF7', 'FC****', 2002, 2016, 5, '1.4 HDi 70 SX | 1.1 Seduction | 1.2 PureTech 82'],
    ['C3', 'VF7', 'SX****', 2016, 2026, 5, '1.2 PureTech 83 Feel | 1.5 BlueHDi 100 Shine'],
    ['C4', 'VF7', 'LC****', 2004, 2018, 6, '1.6 HDi 90 Cool | 1.6 HDi 110 Exclusive | 1.2 PureTech 110'],
    ['Xsara Picasso', 'VS7', 'CH****', 1999, 2010, 5, '2.0 HDi SX | 1.6 HDi 110 Exclusive'],
  ]),
  ...makeModels('Opel', [
    ['Corsa', 'W0L', '0XCF**', 2000, 2006, 6, '1.2 16V Comfort | 1.7 DTI Elegance | 1.3 CDTI Silverline'],
    ['Corsa', 'W0L', '0SDL**', 2006, 2019, 7, '1.3 CDTI 75 Essentia | 1.4 90 Selective'],
    ['Corsa', 'W0V', '6D9***', 2019, 2026, 6, '1.2 XEL 75 Edition | 1.2 T XHT 100 GS Line | Corsa-e'],
    ['Astra', 'W0L', '0TGF**', 1998, 2009, 7, '1.6 16V Comfort | 1.7 CDTI 100 Enjoy | 1.9 CDTI 120 Cosmo'],
    ['Astra', 'W0L', 'PD6***', 2009, 2021, 5, '1.7 CDTI 110 Selective | 1.6 CDTI 110 Dynamic'],
  ]),
  ...makeModels('Ford', [
    ['Focus', 'WF0', 'AXXWPD', 1998, 2004, 7, '1.6 Trend | 1.8 TDCi 115 Ghia'],
    ['Focus', 'WF0', 'PXXWPD', 2005, 2018, 7, '1.6 TDCi 109 Trend | 1.0 EcoBoost 125 Titanium'],
    ['Focus', 'WF0', 'NXXGCH', 2018, 2025, 5, '1.0 EcoBoost 125 ST-Line | 1.5 EcoBlue 120 Trend+'],
    [
      'Fiesta',
      'WF0',
      'JXXGAJ',
      2002,
      2023,
      6,
      '1.4 TDCi 68 Trend | 1.25 Duratec 82 | 1.0 EcoBoost 95 ST-Line',
    ],
    [
      'Kuga',
      'WF0',
      'AXXWPM',
      2008,
      2026,
      5,
      '2.0 TDCi 136 Titanium | 1.5 EcoBoost 150 ST-Line | 2.5 PHEV 225',
    ],
  ]),
  ...makeModels('Volkswagen', [
    ['Golf', 'WVW', 'ZZZ1JZ', 1998, 2003, 6, '1.4 16V Conceptline | 1.9 TDI 100 Highline | 1.9 TDI 130 GTI'],
    [
      'Golf',
      'WVW',
      'ZZZ1KZ',
      2004,
      2012,
      6,
      '1.9 TDI 105 Trendline | 2.0 TDI 140 Sportline | 1.6 TDI 105 Advance',
    ],
    ['Golf', 'WVW', 'ZZZAUZ', 2012, 2020, 7, '1.6 TDI 105 Advance | 1.4 TSI 122 Sport | 2.0 TDI 150 R-Line'],
    ['Golf', 'WVW', 'ZZZCDZ', 2020, 2026, 6, '1.5 eTSI 150 Life | 2.0 TDI 115 Life | 1.4 eHybrid 204 Style'],
    ['Polo', 'WVW', 'ZZZ6RZ', 2002, 2026, 6, '1.4 TDI 80 Advance | 1.2 TSI 90 Sport | 1.0 TSI 95 Life'],
    ['Tiguan', 'WVG', 'ZZZ5NZ', 2008, 2026, 5, '2.0 TDI 140 Sport | 2.0 TDI 150 R-Line | 1.5 TSI 150 Life'],
    ['T-Roc', 'WVG', 'ZZZA1Z', 2017, 2026, 6, '1.0 TSI 115 Edition | 1.5 TSI 150 Sport | 2.0 TDI 115 Life'],
  ]),
  ...makeModels('Audi', [
    ['A3', 'WAU', 'ZZZ8PZ', 2003, 2012, 5, '1.9 TDI 105 Attraction | 2.0 TDI 140 Ambition'],
    ['A3', 'WAU', 'ZZZ8VZ', 2012, 2026, 5, '1.6 TDI 110 Attraction | 35 TFSI S line | 30 TDI Advanced'],
    ['A4', 'WAU', 'ZZZ8EZ', 2000, 2024, 4, '1.9 TDI 130 | 2.0 TDI 143 Advanced | 35 TDI S line'],
  ]),
  ...makeModels('BMW', [
    ['Serie 1', 'WBA', 'UD****', 2004, 2026, 4, '118d | 116i | 118i M Sport'],
    ['Serie 3', 'WBA', 'VC****', 1998, 2026, 4, '320d | 318i | 330e M Sport'],
    ['X1', 'WBA', 'VM****', 2009, 2026, 4, 'sDrive18d | xDrive20d | sDrive18i xLine'],
  ]),
  ...makeModels('Mercedes-Benz', [
    ['Clase A', 'WDD', '176***', 2004, 2018, 4, 'A 180 CDI | A 200 d AMG Line'],
    ['Clase A', 'W1K', '177***', 2019, 2026, 4, 'A 180 d Progressive | A 250 e AMG Line'],
    ['Clase C', 'WDD', '204***', 2001, 2021, 4, 'C 220 CDI Avantgarde | C 200 d AMG Line'],
  ]),
  ...makeModels('Toyota', [
    ['Yaris', 'VNK', 'KG****', 1999, 2026, 6, '1.3 Sol | 1.4 D-4D 90 Active | 1.5 Hybrid 116 Style'],
    [
      'Corolla',
      'SB1',
      'ZS****',
      2001,
      2026,
      6,
      '1.4 D-4D Sol | 1.4 D-4D 90 Active | 1.8 Hybrid 125 Active Tech',
    ],
    ['C-HR', 'NMT', 'KZ****', 2016, 2026, 6, '1.8 Hybrid 122 Advance | 2.0 Hybrid 184 GR Sport'],
    ['RAV4', 'JTM', 'RW****', 2000, 2026, 4, '2.0 D-4D 116 Sol | 2.5 Hybrid Advance'],
  ]),
  ...makeModels('Nissan', [
    [
      'Qashqai',
      'SJN',
      'J1****',
      2007,
      2026,
      7,
      '1.5 dCi 106 Acenta | 1.5 dCi 110 N-Connecta | 1.3 DIG-T 140 Tekna',
    ],
    ['Micra', 'SJN', 'K12***', 2003, 2023, 3, '1.2 Visia | 1.5 dCi Acenta'],
  ]),
  ...makeModels('Hyundai', [
    ['i20', 'NLH', 'B*****', 2009, 2026, 4, '1.2 MPI Klass | 1.0 T-GDI 100 Tecno'],
    ['Tucson', 'TMA', 'J3****', 2004, 2026, 7, '2.0 CRDi 113 Comfort | 1.6 GDi 131 Klass | 1.6 HEV 230 Maxx'],
  ]),
  ...makeModels('Kia', [
    ['Ceed', 'U5Y', 'HM****', 2007, 2026, 5, '1.6 CRDi 90 Concept | 1.0 T-GDi 120 Drive'],
    [
      'Sportage',
      'U5Y',
      'PC****',
      2005,
      2026,
      7,
      '2.0 CRDi 113 Concept | 1.7 CRDi 115 Drive | 1.6 HEV 230 Drive',
    ],
  ]),
  ...makeModels('Škoda', [
    ['Octavia', 'TMB', 'JJ****', 2000, 2026, 4, '1.9 TDI 105 Ambiente | 2.0 TDI 150 Style'],
    ['Fabia', 'TMB', 'PH****', 2000, 2026, 3, '1.4 TDI 75 Classic | 1.0 TSI 95 Ambition'],
  ]),
  ...makeModels('Fiat', [
    ['500', 'ZFA', '312***', 2007, 2026, 4, '1.2 69 Lounge | 1.0 Hybrid 70 Dolcevita'],
    ['Punto', 'ZFA', '199***', 1999, 2018, 3, '1.2 60 ELX | 1.3 Multijet 75 Dynamic'],
  ]),
  ...makeModels('Volvo', [['XC60', 'YV1', 'UZ****', 2008, 2026, 3, 'D5 Kinetic | D4 Momentum | B4 Core']]),
  ...makeModels('Mazda', [
    ['CX-5', 'JMZ', 'KE****', 2012, 2026, 3, '2.2 Skyactiv-D 150 Evolution | 2.0 Skyactiv-G 165 Zenith'],
  ]),
  ...makeModels('MG', [
    ['ZS', 'LSJ', 'W74***', 2021, 2026, 6, '1.5 VTi-tech 106 Comfort | EV Luxury | Hybrid+ 197'],
  ]),
  ...makeModels('BYD', [['Dolphin', 'LC0', 'CE****', 2023, 2026, 2, 'Comfort 204 | Surf Boost']]),
  ...makeModels('Tesla', [
    ['Model 3', 'LRW', '3E7F**', 2020, 2026, 3, 'Gran Autonomía | Tracción trasera'],
    ['Model Y', 'XP7', 'YG****', 2022, 2026, 4, 'Gran Autonomía | Performance'],
  ]),
]
