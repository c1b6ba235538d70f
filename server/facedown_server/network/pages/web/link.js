"use strict";
(function () {
  // Only what cannot mean anything to a shell is put into a command.
  var origin = /^https?:\/\/[a-z0-9.:[\]-]+$/i.test(location.origin) ? location.origin : "";
  var whole = /^#(seat|watch|relay|back|once)=[A-Za-z0-9_-]{1,128}$/.exec(location.hash);
  function each(name, act) {
    Array.prototype.forEach.call(document.querySelectorAll("[data-" + name + "]"), act);
  }
  function say(text) {
    return function (place) { place.textContent = text; };
  }
  function show(part) { part.hidden = false; }
  function hide(part) { part.hidden = true; }
  // A phone cannot run the window; iPhones and iPads call themselves Macs, Androids Linux.
  var isPhone = /iPhone|iPad|Android|Mobile/.test(navigator.userAgent)
    || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  each("desk", isPhone ? hide : show);
  each("phone", isPhone ? show : hide);
  var system = /Windows|Mac|Linux/.exec(navigator.userAgent);
  each("system", function (part) {
    part.open = !system || part.getAttribute("data-system").indexOf(system[0].toLowerCase()) === 0;
  });
  // A file of the game is missing while a server is replaced by a newer one: then the page is loaded again.
  addEventListener("load", function () {
    var game = document.querySelector("[data-files]"), tries = 0;
    if (!game || game.hasAttribute("data-started")) { return; }
    try {
      tries = +sessionStorage.getItem("facedown tries");
      sessionStorage.setItem("facedown tries", tries + 1);
    } catch (error) { return; }
    if (tries < 5) { setTimeout(function () { location.reload(); }, 1000); }
  });
  if (!origin) { return; }
  each("base", say(origin));
  each("server", say(origin + "/"));
  each("unfilled", hide);
  var open = document.querySelector("[data-open]");
  if (whole || open) {
    each("link", say(origin + location.pathname + (whole ? location.hash : "")));
    each("unknown", hide);
  } else {
    each("cut", show);
  }
  if (whole) {
    each("seat", whole[1] === "seat" ? show : hide);
    each("watch", whole[1] === "watch" || whole[1] === "relay" ? show : hide);
    each("back", whole[1] === "back" || whole[1] === "once" ? show : hide);
  }
})();
