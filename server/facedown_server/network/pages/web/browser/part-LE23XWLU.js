import{a as i,g as t,na as r,r as e,ta as l,ua as m}from"./part-D2AKAK4P.js";var g=2e3;function v({game:o,close:s}){let n=o.model.table?.code??"",[c="",...u]=(l("notes")??"").split(`
`),[f,p]=i(c===n?u.join(`
`):"");return t(r,{game:o,isBrief:!0,title:e("Notes"),close:s,children:[t("p",{class:"faint",children:e("Only you see them: they stay in this browser. The chat is for both.")}),t("textarea",{"aria-label":e("Notes"),rows:4,maxLength:g,value:f,onInput:a=>{p(a.currentTarget.value),m("notes",`${n}
${a.currentTarget.value}`)}}),t("div",{class:"buttons",children:t("button",{class:"button main",onClick:s,children:e("OK")})})]})}export{v as a};
