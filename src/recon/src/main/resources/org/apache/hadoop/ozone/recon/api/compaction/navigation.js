// SPDX-License-Identifier: Apache-2.0
// Puts "OM Compaction" into Recon's navigation. Recon draws its menu anew when it likes, so the entry is put back
// whenever it is gone. Where there is no menu as known, nothing happens.
(function () {
  'use strict';

  var ENTRY = 'om-compaction-entry';
  var PAGE = 'api/v1/om/compaction/ui/';
  var ICON = 'M4 3h16v4H4zM6 10h12v4H6zM9 17h6v4H9z';

  /** An ordinary item to copy: a direct child of the menu with a link into Recon's own pages, not the selected one. */
  function model(menu) {
    var items = Array.prototype.filter.call(menu.children, function (item) {
      return item.matches('li.ant-menu-item') && item.id !== ENTRY && item.querySelector('a[href^="#/"]');
    });
    return items.filter(function (item) { return !item.matches('.ant-menu-item-selected'); })[0] || items[0];
  }

  function icon() {
    var svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    var path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', ICON);
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('width', '1em');
    svg.setAttribute('height', '1em');
    svg.setAttribute('fill', 'currentColor');
    svg.setAttribute('aria-hidden', 'true');
    svg.appendChild(path);
    return svg;
  }

  function entry(item) {
    var copy = item.cloneNode(true);
    copy.id = ENTRY;
    copy.removeAttribute('data-menu-id');
    copy.removeAttribute('title');
    copy.classList.remove('ant-menu-item-selected', 'ant-menu-item-active');
    var link = copy.querySelector('a');
    link.setAttribute('href', PAGE);
    link.removeAttribute('aria-current');
    var words = Array.prototype.filter.call(copy.querySelectorAll('span'), function (span) {
      return !span.children.length && span.textContent.trim();
    })[0] || link;
    words.textContent = 'OM Compaction';
    link.setAttribute('aria-label', 'OM Compaction');
    var drawing = copy.querySelector('svg');
    if (drawing) {
      drawing.parentNode.replaceChild(icon(), drawing);
    }
    return copy;
  }

  function place() {
    try {
      var menu = document.querySelector('.ant-layout-sider ul.ant-menu');
      var item = menu && !document.getElementById(ENTRY) && model(menu);
      if (item) {
        menu.appendChild(entry(item));
      }
    } catch (e) {
      observer.disconnect();
    }
  }

  var observer = new MutationObserver(place);
  var root = document.getElementById('root');
  if (root) {
    observer.observe(root, {childList: true, subtree: true});
    place();
  }
})();
