import{pa as x}from"./part-D2AKAK4P.js";var v=10,E=350;function T(i){let t=null,a=0,r=()=>{clearTimeout(a),t?.ghost?.remove(),document.body.classList.remove("dragging");for(let e of document.querySelectorAll(".goal"))e.classList.remove("goal");t=null},s=(e,n)=>{if(!t)return;clearTimeout(a);let o=t.source.cloneNode(!0);o.classList.add("ghost"),o.removeAttribute("data-card"),document.getElementById("browser")?.append(o),t.ghost=o,document.body.classList.add("dragging"),l(e,n)},l=(e,n)=>{if(t?.ghost){t.ghost.style.transform=`translate(${e}px, ${n}px) translate(-50%, -70%)`;for(let o of document.querySelectorAll(".goal"))o.classList.remove("goal");h(e,n)?.classList.add("goal")}},p=e=>{r();let n=e.target.closest("[data-card]");if(!n||e.button)return;let o=e.pointerType==="touch";t={code:Number(n.dataset.card),part:n.dataset.part||null,pointer:e.pointerId,x:e.clientX,y:e.clientY,source:n,isFinger:o,ghost:null},o&&(a=setTimeout(()=>s(e.clientX,e.clientY),E))},g=e=>{if(!(!t||e.pointerId!==t.pointer)){if(!t.ghost&&Math.hypot(e.clientX-t.x,e.clientY-t.y)>=v){if(t.isFinger)return r();s(e.clientX,e.clientY)}t?.ghost&&l(e.clientX,e.clientY)}},c=e=>{if(!t||e.pointerId!==t.pointer)return;let{code:n,part:o,ghost:f}=t,d=f&&h(e.clientX,e.clientY)?.dataset.drop;r(),f&&(x(),d==="out"?i.drop(n,o,null):d&&i.drop(n,o,d))},u=e=>{t?.ghost&&e.preventDefault()},m=e=>{t&&e.preventDefault()};return addEventListener("pointerdown",p),addEventListener("pointermove",g),addEventListener("pointerup",c),addEventListener("pointercancel",r),addEventListener("touchmove",u,{passive:!1}),addEventListener("contextmenu",m),()=>{r(),removeEventListener("pointerdown",p),removeEventListener("pointermove",g),removeEventListener("pointerup",c),removeEventListener("pointercancel",r),removeEventListener("touchmove",u),removeEventListener("contextmenu",m)}}function h(i,t){return document.elementFromPoint(i,t)?.closest("[data-drop]")??null}var b=`.deck-part { border: 1px solid #2c394b; border-radius: 8px; padding: 6px 8px; margin-bottom: 8px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(72px, 1fr)); gap: 6px; }
.tile { position: relative; border: 0; padding: 0; background: none; border-radius: 4px; aspect-ratio: 59 / 86; cursor: pointer; line-height: 0; color: #f0f4f9; font: inherit; touch-action: manipulation; -webkit-touch-callout: none; user-select: none; }
.tile[aria-pressed="true"] { box-shadow: 0 0 0 3px #ffc24b; }
.tile.is-new { outline: 2px dashed #7fcbff; outline-offset: 1px; }
.nameless { display: grid; place-items: center; height: 100%; background: #212d3d; border-radius: 4px; line-height: 1.2; font-size: .75rem; overflow: hidden; padding: 2px; }
.deck-copies { position: absolute; right: 0; bottom: 0; background: #0b0f16; color: #ffd76a; font: 700 15px/20px system-ui; padding: 0 5px; border-radius: 4px; }
.ghost { position: fixed !important; left: 0; top: 0; width: 72px; z-index: 20; pointer-events: none; opacity: .9; grid-template-columns: 62px !important; }
.ghost span, .ghost .deck-copies { display: none; }
.dragging [data-drop="main"], .dragging [data-drop="extra"], .dragging [data-drop="side"] { border-color: #ffc24b; }
.goal { background: #ffc24b33 !important; }
.siding > .buttons > .uneven { flex: 1 1 100%; margin: 0; color: #ffb4a6; }
.siding > .buttons > .reading { flex: 1 1 100%; display: flex; gap: 8px; align-items: start; }
.siding .reading p { flex: 1; margin: 0; max-height: 22vh; overflow: auto; }
.siding .reading .button { flex: none; max-width: 40%; min-height: 44px; }
.siding h2 { font-size: 1.125rem; }
@media (max-width: 699px) {
  .siding { padding: 12px; scroll-padding-bottom: 300px; }
  .siding > .buttons { margin: 0 -12px -12px; padding: 8px 12px; bottom: -12px; gap: 6px; }
  .siding .reading p { max-height: 15vh; font-size: .9375rem; }
}
@media (max-height: 480px) and (min-width: 600px) {
  .siding { display: grid; grid-template-columns: minmax(0, 1fr) 352px; align-content: start; gap: 0 12px; max-width: none; padding: 6px 12px; }
  .siding > * { grid-column: 1; }
  .siding > .faint { display: none; }
  .siding h2 { font-size: 1rem; margin: 0 0 4px; }
  .siding > .buttons > .uneven { font-size: .875rem; }
  .siding > .buttons { grid-area: 1 / 2 / span 6; position: sticky; top: 0; align-self: start; margin: 0; padding: 0; background: none; }
  .siding > .buttons { gap: 4px; }
  .siding > .buttons .button { padding: 4px 8px; }
  .siding .reading { flex-direction: column; }
  .siding .reading p { max-height: 28vh; font-size: .9375rem; }
  .siding .reading .button { max-width: none; }
}
`;var y=!1;function w(i){let t=new CSSStyleSheet;t.replaceSync(i),document.adoptedStyleSheets=[...document.adoptedStyleSheets,t]}function z(){y||(y=!0,w(b))}export{T as a,w as b,z as c};
