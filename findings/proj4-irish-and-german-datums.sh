#!/bin/sh
# proj4 2.22.0 finds the shift of a datum by its name in the .prj of a shapefile. It knows those of Great Britain (OSGB 1936) and of the older
# Irish grid (TM65), and so one trusts it with the next file. The names of TM75, on which Irish maps are based today, and of the German
# DHDN, as ESRI writes them, are unknown to it: no shift, no error, and a boundary that lies beside what it protects. Seen, as the distance
# from the same point with the published parameters (EPSG 1954 and 1777) in place of the name:
#   OSGB 1936: 0 m; TM65: 0 m; TM75: 69 m; DHDN: 147 m
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . proj4@2.22.0
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import proj4 from 'proj4';

/** A projected coordinate system as ESRI's programs write it into a .prj file, and as parameters. */
function describe({ datum, spheroid, axis, inverseFlattening, shift, meridian, latitude, scale, east, north, ellps }) {
  const wkt = `PROJCS["Grid",GEOGCS["GCS_${datum}",DATUM["D_${datum}",SPHEROID["${spheroid}",${axis},${inverseFlattening}]],
    PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],
    PARAMETER["False_Easting",${east}],PARAMETER["False_Northing",${north}],PARAMETER["Central_Meridian",${meridian}],
    PARAMETER["Scale_Factor",${scale}],PARAMETER["Latitude_Of_Origin",${latitude}],UNIT["Meter",1.0]]`;
  const parameters = `+proj=tmerc +lat_0=${latitude} +lon_0=${meridian} +k=${scale} +x_0=${east} +y_0=${north}
    +ellps=${ellps} +towgs84=${shift} +units=m +no_defs`;
  return { wkt: wkt.replaceAll(/\s*\n\s*/g, ''), parameters: parameters.replaceAll(/\s+/g, ' ') };
}

const irish = {
  spheroid: 'Airy_Modified',
  axis: 6377340.189,
  inverseFlattening: 299.3249646,
  ellps: 'mod_airy',
  shift: '482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15',
  meridian: -8,
  latitude: 53.5,
  scale: 1.000035,
  east: 200000,
  north: 250000,
  point: [315900, 234000],
};
const grids = {
  'OSGB 1936': {
    datum: 'OSGB_1936',
    spheroid: 'Airy_1830',
    axis: 6377563.396,
    inverseFlattening: 299.3249646,
    ellps: 'airy',
    shift: '446.448,-125.157,542.06,0.15,0.247,0.842,-20.489',
    meridian: -2,
    latitude: 49,
    scale: 0.9996012717,
    east: 400000,
    north: -100000,
    point: [325100, 673500],
  },
  TM65: { ...irish, datum: 'TM65' },
  TM75: { ...irish, datum: 'TM75' },
  DHDN: {
    datum: 'Deutsches_Hauptdreiecksnetz',
    spheroid: 'Bessel_1841',
    axis: 6377397.155,
    inverseFlattening: 299.1528128,
    ellps: 'bessel',
    shift: '598.1,73.7,418.2,0.202,0.045,-2.455,6.7',
    meridian: 9,
    latitude: 0,
    scale: 1,
    east: 3500000,
    north: 0,
    point: [3477000, 5553000],
  },
};

const METRES_PER_DEGREE = 111_320;
const seen = Object.entries(grids).map(([name, grid]) => {
  const { wkt, parameters } = describe(grid);
  const [east, north] = proj4(wkt, 'WGS84', grid.point);
  const [trueEast, trueNorth] = proj4(parameters, 'WGS84', grid.point);
  const dx = (east - trueEast) * Math.cos((north * Math.PI) / 180) * METRES_PER_DEGREE;
  const distance = Math.round(Math.hypot(dx, (north - trueNorth) * METRES_PER_DEGREE));
  return `${name}: ${distance} m`;
});
console.log(seen.join('; '));
assert.equal(seen.join('; '), 'OSGB 1936: 0 m; TM65: 0 m; TM75: 69 m; DHDN: 147 m');
SCRIPT
node seen.mjs
