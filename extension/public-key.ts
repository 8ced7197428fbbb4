/**
 * Public half of the key that fixes the extension's id in Chrome and Edge (`CHROME_ID`). Nothing is signed with it:
 * the stores sign what they publish, and the private half was not kept.
 */
export const PUBLIC_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAyW4olZaVnzeEyGVLDwJNTxOoWeB3HJrAIOFk3lbrW4FT1ul75r+H2Kenixy' +
  'GUPSR0JTXESQxkXFu+zZCVpF+mA3FPktaZDeG1oeocVG/w8EdOrDJ8CKiO5YynLHrGj/FIq1NKBRJ/rWP8Spu/6AcGvxWNdlZkS4xNRHY' +
  '6uonlXajKCbd7kCuFr/4fmMilBOtCSvncIiz7P6hihXgQNUPbpq71H70eGmRDayatj0hVsvOM+NbivpTsAFlHo4hpSahJztzyIDSNYbADp' +
  'UqKlVCwkIcoowyZ3PMgd1HuF41pbzq8vJoK2/Rf2J/SUEpbu3GtA7I0ZuVUuTDPnoyhAsw2QIDAQAB'
