"use strict";
// Loads the list of tables again while it is looked at. A hundred readers behind one address need fewer
// connections a second than the server accepts from one.
(function () {
  var REFRESH_INTERVAL_MS = 15000;
  var list = document.querySelector("[data-list]"), stale = document.querySelector("[data-stale]");
  var refreshedAt = Date.now(), isLoading = false;
  function show(text) {
    var fresh = document.createElement("div"), focused = document.activeElement;
    fresh.innerHTML = text;
    if (fresh.innerHTML === list.innerHTML) { return; }
    var link = list.contains(focused) ? focused.href : "";
    list.innerHTML = text;
    Array.prototype.forEach.call(list.querySelectorAll("a"), function (one) {
      if (one.href === link) { one.focus({ preventScroll: true }); }
    });
  }
  function refresh() {
    if (document.hidden || isLoading || Date.now() - refreshedAt < REFRESH_INTERVAL_MS) { return; }
    isLoading = true;
    fetch("/tables").then(function (answer) {
      if (!answer.ok) { throw answer; }
      return answer.text();
    }).then(function (text) {
      stale.hidden = true;
      show(text);
    }).catch(function () {
      stale.hidden = false;
    }).then(function () {
      refreshedAt = Date.now();
      isLoading = false;
    });
  }
  setInterval(refresh, 1000);
  document.addEventListener("visibilitychange", refresh);
  addEventListener("pageshow", refresh);
})();
