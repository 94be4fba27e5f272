import type { ReactNode } from 'react';
import classes from './Scene.module.css';

/** A sky with the sun in it and what stands below, in the hand of RiverScene. */
function Scene({ sun, children }: { sun: number; children: ReactNode }) {
  return (
    <svg className={classes.scene} viewBox="0 0 320 200" aria-hidden="true" focusable="false">
      <rect width="320" height="200" className={classes.sky} />
      <circle cx={sun} cy="52" r="20" className={classes.sun} />
      {children}
    </svg>
  );
}

/** The plaza: the tower, its four smaller ones, the Egg, and the pool before them. */
export function AlbanyScene() {
  return (
    <Scene sun={62}>
      <path className={classes.far} d="M0 132c50-26 96-30 150-14 60 18 110 4 170-14v96H0z" />
      <path
        className={classes.town}
        d="M96 26h30v128H96zM158 78h20v76h-20zM190 78h20v76h-20zM222 78h20v76h-20zM254 78h20v76h-20z"
      />
      <path
        className={classes.stone}
        d="M102 26h4v128h-4zM116 26h4v128h-4zM158 90h20v4h-20zM190 90h20v4h-20zM222 90h20v4h-20zM254 90h20v4h-20z"
      />
      <path
        className={classes.stone}
        d="M20 118h62c0 16-14 26-26 27v11H46v-11c-12-1-26-11-26-27z"
      />
      <path className={classes.bank} d="M0 154h320v46H0z" />
      <path className={classes.river} d="M98 166h176l22 22H76z" />
      <path className={classes.ripples} d="M124 177h40M196 181h32" />
    </Scene>
  );
}

/** Gabled houses of the Stockade under electric light, and the Mohawk. */
export function SchenectadyScene() {
  return (
    <Scene sun={258}>
      <path className={classes.far} d="M0 118c60-30 110-26 170-6 54 18 100 6 150-16v104H0z" />
      <path className={classes.middle} d="M0 140c70-20 130-14 200-4 46 6 84 0 120-10v74H0z" />
      <path
        className={classes.brick}
        d="M28 156V98h9V86h9V75h16v11h9v12h9v58zM152 156v-52h9V92h9V82h16v10h9v12h9v52z"
      />
      <path className={classes.town} d="M92 156v-46l25-22 25 22v46zM216 156v-40l28-24 28 24v40z" />
      <path className={classes.roof} d="M86 112l31-28 31 28zM209 119l35-31 35 31z" />
      <path
        className={classes.windows}
        d="M38 108h10v13H38zM60 108h10v13H60zM38 132h10v13H38zM104 118h10v12h-10zM121 118h10v12h-10zM111 138h12v18h-12zM162 114h10v12h-10zM184 114h10v12h-10zM173 136h12v20h-12zM228 124h10v12h-10zM250 124h10v12h-10z"
      />
      <path className={classes.bank} d="M0 156h320v44H0z" />
      <path className={classes.river} d="M0 174c80-8 150 6 220 0 40-4 70-4 100-2v28H0z" />
      <path className={classes.ripples} d="M48 186h44M176 188h56" />
      <path className={classes.trees} d="M286 102h3v56h-3zM10 102h3v56h-3z" />
      <path
        className={classes.sun}
        d="M287.500 92a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM11.500 92a8 8 0 1 1 0 16 8 8 0 0 1 0-16z"
      />
    </Scene>
  );
}

/** A street of brownstones with their cornices and stoops. */
export function TroyScene() {
  return (
    <Scene sun={160}>
      <path className={classes.far} d="M0 96c60-24 110-14 160 0 60 16 110 0 160-18v122H0z" />
      <path className={classes.brick} d="M8 62h74v108H8zM164 70h70v100h-70z" />
      <path className={classes.roof} d="M86 54h74v116H86zM238 58h74v112h-74z" />
      <path
        className={classes.stone}
        d="M4 56h82v9H4zM82 48h82v9H82zM160 64h78v9h-78zM234 52h82v9h-82z"
      />
      <path
        className={classes.windows}
        d="M18 90v-9a8 8 0 0 1 16 0v15H18zM54 90v-9a8 8 0 0 1 16 0v15H54zM18 118v-9a8 8 0 0 1 16 0v17H18zM54 170v-55a8 8 0 0 1 16 0v55zM96 84v-9a8 8 0 0 1 16 0v15H96zM133 84v-9a8 8 0 0 1 16 0v15h-16zM133 116v-9a8 8 0 0 1 16 0v17h-16zM96 170v-57a8 8 0 0 1 16 0v57zM174 96v-9a8 8 0 0 1 16 0v15h-16zM208 96v-9a8 8 0 0 1 16 0v15h-16zM174 124v-9a8 8 0 0 1 16 0v17h-16zM208 170v-51a8 8 0 0 1 16 0v51zM248 86v-9a8 8 0 0 1 16 0v15h-16zM286 86v-9a8 8 0 0 1 16 0v15h-16zM286 118v-9a8 8 0 0 1 16 0v17h-16zM248 170v-55a8 8 0 0 1 16 0v55z"
      />
      <path
        className={classes.stone}
        d="M50 162h24v-7h8v15H46v-8zM92 162h24v8H88v-15h4zM204 162h24v-7h6v15h-34v-8zM244 162h24v8h-28v-15h4z"
      />
      <path className={classes.middle} d="M0 168h320v32H0z" />
      <path className={classes.trees} d="M118 172l13-36 13 36zM268 172l12-32 12 32z" />
    </Scene>
  );
}

/** The pavilion over a spring among pines, and the track's turrets behind it. */
export function SaratogaScene() {
  return (
    <Scene sun={250}>
      <path className={classes.far} d="M0 120c70-34 120-20 180-4 50 14 96 4 140-12v96H0z" />
      <path className={classes.town} d="M186 122h120v34H186z" />
      <path
        className={classes.roof}
        d="M178 124l18-20h100l18 20zM198 106l14-34 14 34zM266 106l14-34 14 34z"
      />
      <path
        className={classes.windows}
        d="M196 134h14v10h-14zM220 134h14v10h-14zM244 134h14v10h-14zM268 134h14v10h-14z"
      />
      <path className={classes.middle} d="M0 150c90-12 200-8 320 2v48H0z" />
      <path className={classes.stone} d="M44 166h112v10H44z" />
      <path
        className={classes.town}
        d="M52 108h7v58h-7zM80 108h7v58h-7zM113 108h7v58h-7zM141 108h7v58h-7zM44 100h112v9H44z"
      />
      <path className={classes.bank} d="M46 100c4-30 26-46 54-46s50 16 54 46z" />
      <path className={classes.roof} d="M97 42h6v14h-6z" />
      <path className={classes.river} d="M90 146h20v20H90zM93 136c2-8 12-8 14 0l3 10H90z" />
      <path
        className={classes.trees}
        d="M4 172l16-46 16 46zM166 178l15-42 15 42zM290 184l15-40 15 40z"
      />
    </Scene>
  );
}
