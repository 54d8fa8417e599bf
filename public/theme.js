// Runs before the first paint, so that a chosen theme never flashes. Without a choice the system decides (CSS).
(function () {
  // Controls that need scripts are shown only where scripts run.
  document.documentElement.dataset.scripts = 'on';
  try {
    var chosen = localStorage.getItem('backfire-lab-theme');
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch {
    // Storage is refused in some private windows: the system's theme is shown.
  }
})();
