import classes from './Scene.module.css';

/** The valley, drawn in the theme's colors: hills, a town on the bank, the river's bend. */
export function RiverScene() {
  return (
    <svg className={classes.scene} viewBox="0 0 640 480" aria-hidden="true" focusable="false">
      <rect width="640" height="480" className={classes.sky} />
      <circle cx="486" cy="118" r="46" className={classes.sun} />
      <path
        className={classes.far}
        d="M0 214c60-44 118-62 170-38 40 18 74 8 122-30 50-40 104-34 158 6 52 38 120 30 190-14v342H0z"
      />
      <path
        className={classes.middle}
        d="M0 262c92-40 158-36 224-8 74 32 130 18 202-10 78-30 140-22 214 10v226H0z"
      />
      <g className={classes.town}>
        <path d="M92 276v-52l26-20 26 20v52zM150 276v-84h40v84zM196 276v-60h30v60zM232 276v-104l17-26 17 26v104zM272 276v-68h44v68zM322 276v-46l22-16 22 16v46z" />
      </g>
      <path
        className={classes.roof}
        d="M88 228l30-25 30 25zM318 233l26-20 26 20zM229 174l20-32 20 32z"
      />
      <g className={classes.windows}>
        <path d="M159 206h7v10h-7zM174 206h7v10h-7zM159 228h7v10h-7zM174 228h7v10h-7zM159 250h7v10h-7zM174 250h7v10h-7zM245 190h8v12h-8zM245 216h8v12h-8zM282 222h8v10h-8zM298 222h8v10h-8zM282 244h8v10h-8zM298 244h8v10h-8zM206 230h9v12h-9zM112 240h12v14h-12zM338 246h12v14h-12z" />
      </g>
      <path className={classes.bank} d="M0 284c80-18 190-20 300-8 130 14 230-4 340-18v222H0z" />
      <path
        className={classes.river}
        d="M640 286c-76 4-178 12-244 28-70 17-90 40-40 60 64 26 126 36 128 66 1 16-22 28-56 40H116c34-22 92-34 88-62-4-26-92-34-88-66 4-34 90-50 184-58 120-10 240-12 340-24z"
      />
      <path
        className={classes.ripples}
        d="M420 322c30-6 64-10 96-12M196 352c24-10 52-16 84-20M300 404c26 6 52 10 72 18M236 446c18 2 40 2 62 8"
      />
      <g className={classes.trees}>
        <path d="M48 300l18-44 18 44zM20 312l16-38 16 38zM548 280l20-50 20 50zM586 292l18-44 18 44zM520 288l14-34 14 34zM70 400l22-52 22 52zM556 400l26-60 26 60zM516 420l20-46 20 46z" />
      </g>
    </svg>
  );
}
