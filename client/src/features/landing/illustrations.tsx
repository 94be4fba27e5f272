import classes from './illustrations.module.css';

interface Drawing {
  width?: number;
  height?: number;
  sun: [x: number, y: number, radius: number];
  /** Outlines from back to front, each under the name of its color in the style sheet. */
  shapes: Record<string, string>;
}

/** A sky with a sun, and the shapes in front of it. */
export function Scene({ width = 320, height = 200, sun: [cx, cy, r], shapes }: Drawing) {
  return (
    <svg
      className={classes.scene}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <rect width={width} height={height} fill="var(--sky)" />
      <circle cx={cx} cy={cy} r={r} fill="var(--sun)" />
      {Object.entries(shapes).map(([name, outline]) => (
        <path key={name} className={classes[name]} fill={`var(--${name})`} d={outline} />
      ))}
    </svg>
  );
}

/** Empire State Plaza: the tower, the four smaller ones, the Egg, and the pool in front. */
export const albany: Drawing = {
  sun: [62, 52, 20],
  shapes: {
    far: 'M0 132c50-26 96-30 150-14 60 18 110 4 170-14v96H0z',
    house:
      'M96 26h30v128H96zM158 78h20v76h-20zM190 78h20v76h-20zM222 78h20v76h-20zM254 78h20v76h-20z',
    stone:
      'M102 26h4v128h-4zM116 26h4v128h-4zM158 90h20v4h-20zM190 90h20v4h-20zM222 90h20v4h-20zM254 90h20v4h-20zM20 118h62c0 16-14 26-26 27v11H46v-11c-12-1-26-11-26-27z',
    bank: 'M0 154h320v46H0z',
    river: 'M98 166h176l22 22H76z',
    ripples: 'M124 177h40M196 181h32',
  },
};

/** Gabled houses of the Stockade under electric light, and the Mohawk River. */
export const schenectady: Drawing = {
  sun: [258, 52, 20],
  shapes: {
    far: 'M0 118c60-30 110-26 170-6 54 18 100 6 150-16v104H0z',
    middle: 'M0 140c70-20 130-14 200-4 46 6 84 0 120-10v74H0z',
    brick: 'M28 156V98h9V86h9V75h16v11h9v12h9v58zM152 156v-52h9V92h9V82h16v10h9v12h9v52z',
    house: 'M92 156v-46l25-22 25 22v46zM216 156v-40l28-24 28 24v40z',
    roof: 'M86 112l31-28 31 28zM209 119l35-31 35 31z',
    window:
      'M38 108h10v13H38zM60 108h10v13H60zM38 132h10v13H38zM104 118h10v12h-10zM121 118h10v12h-10zM111 138h12v18h-12zM162 114h10v12h-10zM184 114h10v12h-10zM173 136h12v20h-12zM228 124h10v12h-10zM250 124h10v12h-10z',
    bank: 'M0 156h320v44H0z',
    river: 'M0 174c80-8 150 6 220 0 40-4 70-4 100-2v28H0z',
    ripples: 'M48 186h44M176 188h56',
    tree: 'M286 102h3v56h-3zM10 102h3v56h-3z',
    sun: 'M287.500 92a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM11.500 92a8 8 0 1 1 0 16 8 8 0 0 1 0-16z',
  },
};

/** A street of brownstones with cornices and stoops. */
export const troy: Drawing = {
  sun: [160, 52, 20],
  shapes: {
    far: 'M0 96c60-24 110-14 160 0 60 16 110 0 160-18v122H0z',
    brick: 'M8 62h74v108H8zM164 70h70v100h-70z',
    roof: 'M86 54h74v116H86zM238 58h74v112h-74z',
    stone: 'M4 56h82v9H4zM82 48h82v9H82zM160 64h78v9h-78zM234 52h82v9h-82z',
    window:
      'M18 90v-9a8 8 0 0 1 16 0v15H18zM54 90v-9a8 8 0 0 1 16 0v15H54zM18 118v-9a8 8 0 0 1 16 0v17H18zM54 170v-55a8 8 0 0 1 16 0v55zM96 84v-9a8 8 0 0 1 16 0v15H96zM133 84v-9a8 8 0 0 1 16 0v15h-16zM133 116v-9a8 8 0 0 1 16 0v17h-16zM96 170v-57a8 8 0 0 1 16 0v57zM174 96v-9a8 8 0 0 1 16 0v15h-16zM208 96v-9a8 8 0 0 1 16 0v15h-16zM174 124v-9a8 8 0 0 1 16 0v17h-16zM208 170v-51a8 8 0 0 1 16 0v51zM248 86v-9a8 8 0 0 1 16 0v15h-16zM286 86v-9a8 8 0 0 1 16 0v15h-16zM286 118v-9a8 8 0 0 1 16 0v17h-16zM248 170v-55a8 8 0 0 1 16 0v55z',
    stoops:
      'M50 162h24v-7h8v15H46v-8zM92 162h24v8H88v-15h4zM204 162h24v-7h6v15h-34v-8zM244 162h24v8h-28v-15h4z',
    middle: 'M0 168h320v32H0z',
    tree: 'M118 172l13-36 13 36zM268 172l12-32 12 32z',
  },
};

/** A pavilion over a spring among pines, with the turrets of the race track behind. */
export const saratoga: Drawing = {
  sun: [250, 52, 20],
  shapes: {
    far: 'M0 120c70-34 120-20 180-4 50 14 96 4 140-12v96H0z',
    house: 'M186 122h120v34H186z',
    roof: 'M178 124l18-20h100l18 20zM198 106l14-34 14 34zM266 106l14-34 14 34z',
    window: 'M196 134h14v10h-14zM220 134h14v10h-14zM244 134h14v10h-14zM268 134h14v10h-14z',
    middle: 'M0 150c90-12 200-8 320 2v48H0z',
    stone: 'M44 166h112v10H44z',
    columns: 'M52 108h7v58h-7zM80 108h7v58h-7zM113 108h7v58h-7zM141 108h7v58h-7zM44 100h112v9H44z',
    bank: 'M46 100c4-30 26-46 54-46s50 16 54 46z',
    chimney: 'M97 42h6v14h-6z',
    river: 'M90 146h20v20H90zM93 136c2-8 12-8 14 0l3 10H90z',
    tree: 'M4 172l16-46 16 46zM166 178l15-42 15 42zM290 184l15-40 15 40z',
  },
};

/** The Hudson valley: hills, a town on the bank, and a bend of the river. */
export const river: Drawing = {
  width: 640,
  height: 480,
  sun: [486, 118, 46],
  shapes: {
    far: 'M0 214c60-44 118-62 170-38 40 18 74 8 122-30 50-40 104-34 158 6 52 38 120 30 190-14v342H0z',
    middle: 'M0 262c92-40 158-36 224-8 74 32 130 18 202-10 78-30 140-22 214 10v226H0z',
    house:
      'M92 276v-52l26-20 26 20v52zM150 276v-84h40v84zM196 276v-60h30v60zM232 276v-104l17-26 17 26v104zM272 276v-68h44v68zM322 276v-46l22-16 22 16v46z',
    roof: 'M88 228l30-25 30 25zM318 233l26-20 26 20zM229 174l20-32 20 32z',
    window:
      'M159 206h7v10h-7zM174 206h7v10h-7zM159 228h7v10h-7zM174 228h7v10h-7zM159 250h7v10h-7zM174 250h7v10h-7zM245 190h8v12h-8zM245 216h8v12h-8zM282 222h8v10h-8zM298 222h8v10h-8zM282 244h8v10h-8zM298 244h8v10h-8zM206 230h9v12h-9zM112 240h12v14h-12zM338 246h12v14h-12z',
    bank: 'M0 284c80-18 190-20 300-8 130 14 230-4 340-18v222H0z',
    river:
      'M640 286c-76 4-178 12-244 28-70 17-90 40-40 60 64 26 126 36 128 66 1 16-22 28-56 40H116c34-22 92-34 88-62-4-26-92-34-88-66 4-34 90-50 184-58 120-10 240-12 340-24z',
    ripples:
      'M420 322c30-6 64-10 96-12M196 352c24-10 52-16 84-20M300 404c26 6 52 10 72 18M236 446c18 2 40 2 62 8',
    tree: 'M48 300l18-44 18 44zM20 312l16-38 16 38zM548 280l20-50 20 50zM586 292l18-44 18 44zM520 288l14-34 14 34zM70 400l22-52 22 52zM556 400l26-60 26 60zM516 420l20-46 20 46z',
  },
};
