/** A sealed run of two Entities, one of which failed, from when runs read pages from the Service. */
export const OLD_RUN = {
  requests: 4,
  progress:
    '{"entities":{"total":2,"done":1,"failed":1,"waiting":0},"pages":2,"sessions":5,"donePages":2}',
  manifest:
    '{"asOf":"2026-05-20T12:00:09.000Z","begunAt":"2026-05-20T12:00:00.000Z","checks":[{"detail' +
    '":"35.00001 of 35.00001","name":"t1 + t2 + t3 + t4 = total, kWh","ok":true},{"detail":"35.' +
    '00001 of 35.00001","name":"the hours add up to the total","ok":true},{"detail":"5 counted ' +
    '+ 0 excluded of 5","name":"every session read is counted or excluded with a reason","ok":t' +
    'rue}],"definition":{"boundary":"start","grouping":"entity","period":{"from":"2026-03-01","' +
    'kind":"range","to":"2026-04-30"},"scope":{"collectives":[],"entities":[],"tags":[],"types"' +
    ':["EV"]},"siteTime":false,"tariff":null,"thresholds":{"hugeEnergyKwh":250,"implausibleBatt' +
    'eryKwh":200},"zone":"UTC"},"entities":[{"duplicates":0,"error":null,"hash":"4c556b479ac166' +
    '4d8506fa6a1c6e21138eec62614bcd7702d0f19628b4962e7f","id":"0f7b7c1e-6f0f-4f7e-9a53-00010000' +
    '0000","pages":2,"sessions":5,"state":"done"},{"duplicates":0,"error":"No disk","hash":null' +
    ',"id":"0f7b7c1e-6f0f-4f7e-9a53-000100000001","pages":0,"sessions":0,"state":"failed"}],"ex' +
    'clusions":[{"count":0,"reason":"outside-period"},{"count":0,"reason":"no-start"},{"count":' +
    '0,"reason":"no-end"}],"findings":[{"count":0,"kind":"overlap"},{"count":0,"kind":"end-befo' +
    're-start"},{"count":0,"kind":"too-long"},{"count":0,"kind":"no-times"},{"count":0,"kind":"' +
    'no-energy"},{"count":0,"kind":"zero-energy"},{"count":0,"kind":"negative-energy"},{"count"' +
    ':0,"kind":"huge-energy"},{"count":0,"kind":"out-of-range"},{"count":0,"kind":"registers-di' +
    'ffer"},{"count":0,"kind":"unknown-unit"},{"count":0,"kind":"implausible-capacity"},{"count' +
    '":5,"kind":"no-location"},{"count":0,"kind":"missing-fields"},{"count":0,"kind":"across-ed' +
    'ge"},{"count":0,"kind":"no-price"},{"count":0,"kind":"capture-off"},{"count":1,"kind":"not' +
    '-read"},{"count":0,"kind":"duplicates"}],"format":"gridhelm-report-1","name":null,"pages":' +
    '2,"period":{"end":"2026-05-01T00:00:00.000Z","start":"2026-03-01T00:00:00.000Z"},"provisio' +
    'nalFrom":null,"read":{"end":"2026-05-03T00:00:00.000Z","start":"2026-02-22T00:00:00.000Z"}' +
    ',"relation":null,"requests":4,"runId":"97171be3-7f52-4a29-8d7e-10346c7a134e","saved":null,' +
    '"tariff":null,"totals":[{"cost":"0","durationMs":18518505,"energy":"35.00001","peakPowerW"' +
    ':"7400","rangeGain":"0","rangeSessions":0,"registers":{"rest":"0","t1":"35.00001","t2":"0"' +
    ',"t3":"0","t4":"0"},"sessions":5,"socGain":"200","socSessions":5,"unit":"kWh","unpriced":"' +
    '0"}],"units":[{"sessions":5,"unit":"kWh"}]}',
  manifest_hash: 'a349715447a4537864d9a734f000aa4a162f4c79fb103c30ac02f70665aee63a',
};
